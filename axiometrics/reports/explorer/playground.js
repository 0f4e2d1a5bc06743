/* The playground: two outputs, typed or edited, and what every metric of the task says of them. */

import { copyButton, element, link, made } from "./dom.js";
import { smallest, tried } from "./disagreement.js";
import { editor } from "./editing.js";
import { formula, pythonFile } from "./expressions.js";
import { compared, moved, score } from "./scoring.js";
import { Refusal } from "./tasks/output.js";
import { TASKS } from "./tasks/all.js";

const PREFERS = { higher: "B", lower: "A", tie: "=", undefined: "no value", open: "cannot tell" };
const SAID = { A: "prefers A", B: "prefers B", "=": "ties", "no value": "has no value", "cannot tell": "is too close for doubles" };
const OWN = "your formula";
const state = { task: null, formulas: {}, vocabulary: null, rows: new Map(), at: new Map() };

/* Show the playground of a task with two outputs, or with its example. */
export function showPlayground(task, formulas, vocabulary, texts) {
  const fresh = state.task !== task;
  Object.assign(state, { task, formulas, vocabulary });
  const [one, other] = texts ?? TASKS[task.key].example;
  if (fresh || texts) Object.assign(element("one"), { value: one }) && Object.assign(element("other"), { value: other });
  if (fresh) {
    Object.assign(state, { rows: new Map(), at: new Map() });
    element("own").value = "";
    for (const id of ["first", "second"]) {
      const options = task.metrics.filter(metric => formulas[metric.key]).map(metric => made("option", { value: metric.key }, metric.key));
      element(id).replaceChildren(...options);
    }
    element("second").selectedIndex = Math.min(1, element("second").length - 1);
    element("found").replaceChildren();
    words();
  }
  update();
}

/* What a typed formula may use. */
function words() {
  const { quantities, reductions } = state.vocabulary;
  const entries = [
    ...Object.entries(quantities).map(([name, { told }]) => [name, told]),
    ...Object.entries(reductions).map(([name, { names, python, told }]) => [`${name} … (${names.map((each, place) => meaning(each, python[place])).join(", ")})`, told]),
  ];
  element("vocabulary").replaceChildren(...entries.map(([name, told]) => made("li", {}, made("code", {}, name), ` ${told}`)));
  element("symbols").textContent = state.task.symbols;
}

/* A letter of a formula, with the word that Python has for it where there is one. */
function meaning(letter, python) {
  const word = python.split(".").at(-1).replaceAll("_", " ");
  return word === letter ? letter : `${letter} ${word}`;
}

/* Read one of the inputs; say at its place what is wrong, and keep what was typed. */
function read(id) {
  const [input, message] = [element(id), element(`${id}-message`)];
  try {
    const output = TASKS[state.task.key].read(input.value);
    message.textContent = "";
    input.setAttribute("aria-invalid", "false");
    return output;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    message.textContent = error.message;
    input.setAttribute("aria-invalid", "true");
    return null;
  }
}

/* What edits an output by hand stands below its text; it keeps the focus where it was. */
function edit(id) {
  const place = element(`${id}-editor`);
  if (place.dataset.text === element(id).value && place.dataset.task === state.task.key) return;
  const at = [...place.querySelectorAll("button, input")].indexOf(document.activeElement);
  const change = (text, keep) => {
    element(id).value = text;
    if (keep) place.dataset.text = text;
    update();
  };
  Object.assign(place.dataset, { text: element(id).value, task: state.task.key });
  place.replaceChildren(...editor(state.task.key, element(id).value, change));
  if (at >= 0) place.querySelectorAll("button, input")[at]?.focus();
}

export function update() {
  const outputs = [read("one"), read("other")];
  for (const [place, id] of ["one", "other"].entries()) if (outputs[place]) edit(id);
  element("share").href = link("play", state.task.key, element("one").value, element("other").value);
  const own = ownMetric();
  const ready = outputs.every(Boolean);
  element("scores").hidden = !ready;
  element("verdict").hidden = !ready;
  if (!ready) return;
  if (outputs[0].gold !== outputs[1].gold)
    element("other-message").textContent = `The two outputs have different gold (A: ${outputs[0].gold}; B: ${outputs[1].gold}); scores are shown, but no constraint compares them.`;
  const texts = ["one", "other"].map(id => element(id).value);
  const rows = state.task.metrics.map(metric => filled(metric, state.formulas[metric.key], texts));
  const mine = own ? [filled({ key: OWN, better: element("lower").checked ? "lower" : "higher" }, own, texts)] : [];
  const shown = [...mine, ...rows].map(each => each.shown);
  if (shown.length !== element("scores-body").children.length || shown[0] !== element("scores-body").firstChild)
    element("scores-body").replaceChildren(...shown);
  tell(rows.filter(each => each.prefers), rows.filter(each => !each.prefers).length);
}

/* The row of a metric, made once: its name, and a slider where a parameter may be moved. */
function rowOf(metric, made_of) {
  if (state.rows.has(metric.key)) return state.rows.get(metric.key);
  const name = metric.key === OWN ? made("b", {}, OWN) : made("a", { href: link(state.task.key, metric.key) }, metric.key);
  const head = made("th", { scope: "row" }, name);
  head.append(...(made_of?.moves ?? []).map(parameter => mover(metric.key, parameter)));
  const row = made("tr", {}, head);
  state.rows.set(metric.key, row);
  return row;
}

/* A slider of a parameter; the others of the metric stay at their own values. */
function mover(key, parameter) {
  const { name, low, high, value, points } = parameter;
  const step = points ? 1 : (high - low) / 100;
  const own = points ? points.findIndex(({ told }) => told === value) : value;
  const [least, most] = points ? [0, points.length - 1] : [low + step, high - step];
  const input = made("input", { type: "range", min: least, max: most, step, value: own, ariaLabel: `${name} of ${key}` });
  const shown = made("span", {}, ` ${name} = ${value}`);
  const tell = () => {
    const told = points ? points[Number(input.value)].told : shortened(Number(input.value));
    input.setAttribute("aria-valuetext", told);
    shown.textContent = ` ${name} = ${told}`;
  };
  input.addEventListener("input", () => {
    for (const other of input.closest("th").querySelectorAll("input")) if (other !== input) other.dispatchEvent(new Event("back"));
    state.at.set(key, [parameter, Number(input.value)]);
    tell();
    update();
  });
  input.addEventListener("back", () => {
    input.value = own;
    shown.textContent = ` ${name} = ${value}`;
  });
  return made("label", { className: "parameter" }, input, shown);
}

function filled(metric, made_of, texts) {
  const shown = rowOf(metric, made_of);
  while (shown.children.length > 1) shown.lastChild.remove();
  if (!made_of) {
    shown.append(made("td", { colSpan: 4, className: "quiet" }, "a function, not live in this page: use the command line"));
    return { shown };
  }
  const there = state.at.has(metric.key) ? moved(made_of, ...state.at.get(metric.key)) : made_of;
  const [one, other] = texts.map(text => scored(there, text));
  const better = metric.better === "lower" ? [other, one] : [one, other];
  const prefers = PREFERS[compared(...better)];
  const cells = [one, other].map((value, place) => made("td", { className: prefers === "AB"[place] ? "preferred" : "" }, written(value)));
  const mark = { A: "◀ A", B: "B ▶", "=": "= tie" }[prefers] ?? prefers;
  shown.dataset.prefers = prefers;
  shown.append(cells[0], made("td", { className: "mark" }, mark), cells[1], made("td", { className: "bound" }, bound(one, other)));
  return { shown, prefers, key: metric.key };
}

function scored(made_of, text) {
  try {
    return score(state.task.key, made_of, text);
  } catch {
    return { v: NaN, r: 0, d: 0 };
  }
}

function written(value) {
  if (Number.isNaN(value.v)) return value.r === Infinity ? "?" : "none";
  if (value.d > 1 && value.d < 10000) return `${shortened(value.v)} = ${value.n}/${value.d}`;
  return Number.isFinite(value.v) ? shortened(value.v) : "∞";
}

const shortened = value => String(Number(value.toFixed(6)));

/* How far off two values may be: the larger of their bounds. */
function bound(...values) {
  if (values.some(({ v }) => Number.isNaN(v))) return "";
  const most = Math.max(...values.map(({ d, r }) => (d ? 0 : r)));
  return most === 0 ? "exact" : Number.isFinite(most) ? `± ${most.toExponential(0)}` : "";
}

/* Who prefers which output: those that disagree stand side by side. */
function tell(rows, dead) {
  const groups = Object.entries(SAID).map(([key, said]) => [said, rows.filter(each => each.prefers === key)]).filter(([, members]) => members.length);
  const count = groups.map(([said, members]) => `${members.length} ${members.length === 1 ? said : said.replace(/^(prefer|tie)s/, "$1").replace("has no", "have no").replace("is too", "are too")}`);
  const lists = groups.map(([said, members]) => made("div", {}, made("h3", {}, `${members.length}: ${said}`), made("p", { className: "names" }, members.map(each => each.key).join(", "))));
  element("verdict").replaceChildren(made("p", { aria: { role: "status" } }, `${count.join(", ")}${dead ? `, ${dead} not live` : ""}.`), made("div", { className: "sides" }, ...lists));
}

/* The metric that is typed; its typo is told below it, with the place. */
function ownMetric() {
  const [text, message] = [element("own").value, element("own-message")];
  message.replaceChildren();
  element("own").setAttribute("aria-invalid", "false");
  element("tried").replaceChildren();
  if (!text.trim()) return null;
  try {
    const found = formula(text, state.vocabulary);
    report(tried(state.task, found, element("lower").checked), pythonOf(text, found.python));
    return found;
  } catch (error) {
    if (error.at === undefined && !(error instanceof Refusal)) throw error;
    element("own").setAttribute("aria-invalid", "true");
    const at = error.at ?? 0;
    message.append(error.message, made("pre", { ariaHidden: true }, `${text}\n${" ".repeat(at)}${"^".repeat(Math.max(error.length ?? 1, 1))}`));
    return null;
  }
}

/* The file that the command line checks, and the command. */
function pythonOf(text, python) {
  const command = `axiometrics check my_metric.py:my_metric --task ${state.task.key}${element("lower").checked ? " --error" : ""}`;
  return { command, file: pythonFile(text, python, command) };
}

/* How many constraints some stored case goes against, or ties on. */
function outcome(found) {
  const said = ({ against, ties, cases, valueless }) => (against ? "contradicted" : ties ? "tied on" : cases === valueless ? "without a value" : "not contradicted");
  const counts = found.map(said).reduce((known, word) => known.set(word, (known.get(word) ?? 0) + 1), new Map());
  return `of ${found.length} constraints ${[...counts].map(([word, count]) => `${count} ${word}`).join(", ")}`;
}

/* What the stored cases say of it: never that it holds. */
function report(found, { command, file }) {
  const items = found.map(({ key, cases, against, ties, valueless, pair }) => {
    const said = against ? `✗ contradicted by ${against} of ${cases} stored cases` : ties ? `○ ties on ${ties} of ${cases} stored cases`
      : cases === valueless ? `? has no value on ${cases} stored cases` : `not contradicted by ${cases - valueless} stored cases`;
    const shown = pair ? made("a", { href: link("play", state.task.key, ...pair) }, "see the first") : "";
    return made("li", {}, made("code", {}, key), ` ${said} `, shown);
  });
  const total = found.reduce((all, { cases }) => all + cases, 0);
  const save = made("a", { href: `data:text/x-python;charset=utf-8,${encodeURIComponent(file)}`, download: "my_metric.py" }, "Save my_metric.py");
  element("tried").replaceChildren(
    made("p", {}, `Tried on ${total.toLocaleString("en")} stored cases: ${outcome(found)}. That proves nothing.`),
    made("ul", { className: "plain" }, ...items),
    made("p", {}, "For the real verdict save this file, ", save, ", or copy the ", copyButton("file", file), ", and run ", made("code", {}, command), " ", copyButton("command", command)),
    made("pre", { id: "python", tabIndex: 0 }, file));
}

function find() {
  const keys = [element("first").value, element("second").value];
  const found = smallest(state.task, ...keys.map(key => ({ ...state.formulas[key], lower: state.task.metrics.find(each => each.key === key).better === "lower" })));
  const out = element("found");
  if (!found.pair) return out.replaceChildren(`Among ${found.pairs.toLocaleString("en")} stored pairs of outputs of one gold, ${keys.join(" and ")} never disagree.`);
  Object.assign(element("one"), { value: found.pair[0] });
  Object.assign(element("other"), { value: found.pair[1] });
  update();
  const said = found.strict ? "prefer different outputs" : "do not agree: one of them ties";
  out.replaceChildren(`The smallest of ${found.pairs.toLocaleString("en")} stored pairs on which ${keys.join(" and ")} ${said}. It stands above as A and B.`);
}

export function startPlayground() {
  for (const id of ["one", "other", "own", "lower"]) element(id).addEventListener("input", update);
  element("find").addEventListener("click", find);
  element("swap").addEventListener("click", () => {
    const [one, other] = [element("one"), element("other")];
    [one.value, other.value] = [other.value, one.value];
    update();
  });
}
