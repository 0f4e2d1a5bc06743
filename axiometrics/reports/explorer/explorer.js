/* The matrices of all tasks as tables, and the drawer that an address opens. */

import { copyButton, element, link, made } from "./dom.js";
import { showLattice } from "./lattice.js";
import { parameterPlots } from "./parameter.js";
import { showPlayground, startPlayground } from "./playground.js";
import { isPlayable } from "./tasks/all.js";

const state = { task: -1, must: new Set(), hidden: new Set(), pair: [] };
let tasks = [];
let opener = null;
let shownAt = "";

/* Each task is unpacked once: when it is asked for, or when there is nothing else to do. */
async function unpack(task) {
  const letters = atob(task.packed.textContent.trim());
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  Object.assign(task, JSON.parse(await new Response(stream).text()));
}

const ready = task => (task.unpacked ??= unpack(task));
const idle = () => new Promise(done => (globalThis.requestIdleCallback ?? setTimeout)(done));

const place = (list, key) => list.findIndex(item => item.key === key);
const current = () => tasks[state.task];

const form = () => (element("weak").checked ? "weak" : "strict");
const strength = cell => (cell ? cell[form()] : 0);
/* What the table shows of a cell: the mark of the form that is asked for. */
const seen = cell => (form() === "weak" && cell.weakly) || cell;

function fits(row, metric) {
  const wanted = element("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${metric.key} ${metric.title} ${metric.family}`.toLowerCase();
  const least = Number(element("evidence").value);
  return wanted.every(word => text.includes(word)) && [...state.must].every(column => strength(row[column]) >= least);
}

function order(task) {
  const places = task.metrics.map((_, index) => index);
  const held = index => task.cells[index].filter(cell => strength(cell) > 0).length;
  if (element("sort").value === "name")
    places.sort((a, b) => task.metrics[a].key.localeCompare(task.metrics[b].key));
  if (element("sort").value === "held") places.sort((a, b) => held(b) - held(a) || a - b);
  return places.filter(index => fits(task.cells[index], task.metrics[index]));
}

function draw() {
  const task = current();
  const columns = task.constraints.map((_, index) => index).filter(index => !state.hidden.has(index));
  element("title").textContent = task.name;
  element("about").textContent = task.about;
  element("run").textContent = task.run + (task.partial ? ". Partial: the run was interrupted." : "");
  for (const tab of element("tabs").children)
    tab.setAttribute("aria-current", tab.dataset.key === task.key ? "page" : "false");
  element("table").className = columns.length > 7 ? "wide" : "";
  element("head").replaceChildren(made("tr", {}, made("th", { scope: "col" }, "metric"), ...columns.map(head)));
  const shown = order(task);
  const grouped = element("sort").value === "family";
  const rows = [];
  let family = null;
  for (const index of shown) {
    const metric = task.metrics[index];
    if (grouped && metric.family !== family) {
      family = metric.family;
      const name = made("th", { scope: "rowgroup", colSpan: columns.length + 1 }, family);
      rows.push(made("tr", { className: "family" }, name));
    }
    rows.push(row(task, index, columns));
  }
  element("body").replaceChildren(...rows);
  element("table").ariaBusy = "false";
  element("shown").textContent = `${shown.length} of ${task.metrics.length} metrics`;
  element("columns").hidden = !state.hidden.size;
  element("columns").textContent = `show ${state.hidden.size} hidden columns`;
  element("legend").replaceChildren(...task.legend.map(([sign, meaning]) => made("span", {}, made("b", {}, sign), ` ${meaning}`)));
  compareBar();
}

function head(column) {
  const constraint = current().constraints[column];
  const anchor = made("a", { href: link(current().key, "-", constraint.key), title: constraint.told }, constraint.key);
  const box = made("input", { type: "checkbox", checked: state.must.has(column), ariaLabel: `must hold: ${constraint.key}` });
  box.addEventListener("change", () => {
    if (box.checked) state.must.add(column); else state.must.delete(column);
    draw();
    element("head").querySelectorAll("input")[columnPlace(column)]?.focus();
  });
  return made("th", { scope: "col" }, anchor, made("label", { className: "must" }, box, " must hold"));
}

const columnPlace = column => current().constraints.map((_, index) => index).filter(index => !state.hidden.has(index)).indexOf(column);

function row(task, index, columns) {
  const metric = task.metrics[index];
  const box = made("input", { type: "checkbox", checked: state.pair.includes(metric.key), ariaLabel: `compare ${metric.key}`, title: "compare" });
  box.addEventListener("change", () => {
    state.pair = box.checked ? [...state.pair, metric.key].slice(-2) : state.pair.filter(key => key !== metric.key);
    for (const other of element("body").querySelectorAll("th input")) other.checked = state.pair.includes(other.dataset.key);
    compareBar();
  });
  box.dataset.key = metric.key;
  const name = made("a", { href: link(task.key, metric.key), title: metric.title }, metric.key);
  const cells = columns.map(column => {
    if (!task.cells[index][column]) return made("td");
    const { mark, symbol, detail, told } = seen(task.cells[index][column]);
    const anchor = made("a", { href: link(task.key, metric.key, task.constraints[column].key), title: told }, made("b", {}, symbol), " ", made("span", {}, detail));
    anchor.setAttribute("aria-label", told);
    return made("td", { className: mark }, anchor);
  });
  return made("tr", { className: "metric" }, made("th", { scope: "row" }, box, " ", name), ...cells);
}

function compareBar() {
  const bar = element("compare");
  bar.hidden = state.pair.length !== 2;
  if (!bar.hidden) {
    bar.href = link(current().key, "compare", ...state.pair);
    bar.textContent = `compare ${state.pair.join(" and ")}`;
  }
}

const VIEWS = { matrix: key => link(key), play: key => link("play", key), lattice: key => link("lattice", key) };

/* A part of an address as it was meant; one that is no address stays as it is. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/* The page says which address it shows: a browser tells it of a new one a moment after the click. */
function route() {
  follow();
  document.documentElement.dataset.shown = location.hash;
}

/* What an address names; the table of a task comes after the drawer that is asked for. */
function follow() {
  const parts = location.hash.slice(1).split("/").map(decoded);
  const named = Object.hasOwn(VIEWS, parts[0]) ? parts.shift() : "matrix";
  const [key, first, second, third] = parts;
  const found = place(tasks, key);
  const wanted = found < 0 ? Math.max(state.task, 0) : found;
  if (!tasks[wanted].cells) return unpackedFirst(tasks[wanted]);
  const view = found < 0 || (named === "play" && !isPlayable(key)) ? "matrix" : named;
  if (wanted !== state.task) {
    Object.assign(state, { task: wanted, must: new Set(), hidden: new Set(), pair: [] });
    if (view === "matrix" && first === undefined) draw();
    else drawSoon();
  }
  const task = current();
  for (const [name, address] of Object.entries(VIEWS)) {
    element(name).hidden = name !== view;
    element(`to-${name}`).href = address(task.key);
    element(`to-${name}`).setAttribute("aria-current", name === view ? "page" : "false");
  }
  element("to-play").classList.toggle("absent", !isPlayable(task.key));
  if (view !== "matrix") close();
  if (view === "play") return showPlayground(task, FORMULAS[task.key] ?? {}, VOCABULARY[task.key], second === undefined ? null : [first, second]);
  if (view === "lattice") return showLattice(task, form(), Number(element("evidence").value));
  if (found < 0 && key) return open("Nothing here", "", [made("p", {}, `No task is called ${key}; there are ${tasks.map(each => each.key).join(", ")}.`)]);
  if (found < 0 || first === undefined) return close();
  if (first === "compare") return compare(task, place(task.metrics, second), place(task.metrics, third));
  const column = second === undefined ? -1 : place(task.constraints, second);
  const index = place(task.metrics, first);
  if (first === "-" && column >= 0) return openConstraint(task, column);
  if (index >= 0 && second === undefined) return open(task.metrics[index].title, task.metrics[index].html, [python(task, task.metrics[index].key)]);
  if (index >= 0 && column >= 0 && task.cells[index][column]) return openCell(task, index, column);
  open("Nothing here", "", [made("p", {}, `No metric or constraint of ${task.name} is called ${first === "-" ? second : [first, second].filter(Boolean).join(" or ")}.`)]);
}

function unpackedFirst(task) {
  element("table").ariaBusy = "true";
  ready(task).then(route, failed);
}

function drawSoon() {
  element("table").ariaBusy = "true";
  element("body").replaceChildren();
  requestAnimationFrame(() => setTimeout(draw));
}

function open(title, html, more = []) {
  const drawer = element("drawer");
  if (drawer.hidden) opener = document.activeElement;
  element("name").textContent = title;
  element("content").innerHTML = html;
  element("content").append(...more);
  drawer.hidden = false;
  shownAt = location.href;
  for (const part of drawer.querySelectorAll("math[display=block], pre, dd, #content ul, .scroll")) if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  drawer.scrollTop = 0;
  element("close").focus({ preventScroll: true });
}

function close() {
  const drawer = element("drawer");
  if (drawer.hidden) return;
  drawer.hidden = true;
  element("content").replaceChildren();
  const again = opener?.href && opener.isConnected ? opener : [...element("body").querySelectorAll("a")].find(each => each.href === (opener?.href ?? shownAt));
  again?.focus();
}

function openCell(task, index, column) {
  const cell = task.cells[index][column];
  const [metric, constraint] = [task.metrics[index], task.constraints[column]];
  const links = made("p", { className: "quiet" }, "about ", made("a", { href: link(task.key, metric.key) }, metric.key), " and ",
    made("a", { href: link(task.key, "-", constraint.key) }, constraint.key));
  const more = cell.play && isPlayable(task.key) ? [made("p", {}, made("a", { href: link("play", task.key, ...cell.play) }, "Try this case in the playground"))] : [];
  const statement = `<section class="statement" aria-label="what is demanded">${constraint.statement}</section>`;
  open(`${metric.key} · ${constraint.key}`, statement + cell.html, [...parameterPlots(task, metric, constraint, cell, FORMULAS[task.key]?.[metric.key]), links, ...more, copying(task, metric, constraint, cell)]);
}

function copying(task, metric, constraint, cell) {
  const texts = {
    "command": `axiometrics explain '${metric.key}' '${constraint.key}' --task ${task.key}`,
    "Python": `import axiometrics as ax\n\nax.explain("${metric.key}", "${constraint.key}", "${task.key}")`,
    "LaTeX": metric.latex,
    "BibTeX": [...new Set([metric.bibtex, constraint.bibtex])].filter(Boolean).join("\n"),
    "JSON": JSON.stringify({ task: task.key, ...cell.data }, null, 1),
    "link": location.href,
  };
  return made("p", {}, "Copy: ", ...Object.entries(texts).filter(([, text]) => text).flatMap(([name, text]) => [copyButton(name, text), " "]));
}

function python(task, key) {
  return made("pre", {}, `import axiometrics as ax\n\nscore = ax.metrics("${task.key}")["${key.split("(")[0]}"]`);
}

function openConstraint(task, column) {
  const list = made("ul", { className: "plain" });
  const cells = task.metrics.map((metric, index) => [metric, task.cells[index][column]]).filter(([, cell]) => cell);
  cells.sort(([, a], [, b]) => strength(b) - strength(a));
  for (const [metric, cell] of cells)
    list.append(made("li", {}, made("a", { href: link(task.key, metric.key, task.constraints[column].key) }, metric.key), ` ${seen(cell).symbol} ${seen(cell).detail}`));
  const hide = made("button", { type: "button" }, "Hide this column");
  hide.addEventListener("click", () => {
    state.hidden.add(column);
    state.must.delete(column);
    location.hash = link(task.key);
    draw();
  });
  open(task.constraints[column].title, task.constraints[column].html, [hide, made("h3", {}, "Who satisfies it"), list]);
}

function compare(task, one, other) {
  if (one < 0 || other < 0) return open("Nothing here", "", [made("p", {}, "Choose two metrics by their boxes.")]);
  const names = [task.metrics[one].key, task.metrics[other].key];
  const table = made("table", {}, made("tr", {}, made("th", {}, "constraint"), ...names.map(name => made("th", {}, name))));
  let equal = 0;
  task.constraints.forEach((constraint, column) => {
    const cells = [task.cells[one][column], task.cells[other][column]];
    const views = cells.map(cell => cell && seen(cell));
    if (views[0]?.symbol === views[1]?.symbol) { equal += 1; return; }
    const marks = views.map((view, side) => (!view ? made("td") : made("td", { className: view.mark },
      made("a", { href: link(task.key, names[side], constraint.key) }, made("b", {}, view.symbol), ` ${view.detail}`))));
    table.append(made("tr", {}, made("th", {}, constraint.key), ...marks));
    cells.forEach((cell, side) => {
      if (cell?.case && strength(cell) === 0) table.append(made("tr", {}, made("td", { colSpan: 3 }, made("pre", {}, `${names[side]}\n${cell.case}`))));
    });
  });
  open(`${names[0]} and ${names[1]}`, "", [made("p", {}, `They have the same mark on ${equal} of ${task.constraints.length} constraints, and differ on:`), made("div", { className: "scroll" }, table)]);
}

/* Arrow keys move between cells, as in a spreadsheet. */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function move(event) {
  const step = STEPS[event.key];
  const from = document.activeElement?.closest("#body tr.metric > *");
  if (!step || !from) return;
  const rows = [...element("body").querySelectorAll("tr.metric")];
  const line = rows[rows.indexOf(from.parentElement) + step[0]] ?? from.parentElement;
  const target = line.children[[...from.parentElement.children].indexOf(from) + step[1]]?.querySelector("a");
  if (target) {
    event.preventDefault();
    target.focus();
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

async function start() {
  tasks = [...document.querySelectorAll("script[data-task]")].map(packed => ({ key: packed.dataset.task, name: packed.dataset.name, packed }));
  element("tabs").replaceChildren(...tasks.map(task => {
    const tab = made("a", { href: link(task.key) }, task.name);
    tab.dataset.key = task.key;
    return tab;
  }));
  element("filter").addEventListener("submit", event => event.preventDefault());
  for (const id of ["words", "evidence", "weak", "sort"]) element(id).addEventListener("input", draw);
  element("columns").addEventListener("click", () => { state.hidden.clear(); draw(); });
  element("close").addEventListener("click", () => { location.hash = link(current().key); });
  document.addEventListener("keydown", event => {
    if (event.key === "Escape" && !element("drawer").hidden) location.hash = link(current().key);
    else move(event);
  });
  addEventListener("hashchange", route);
  startPlayground();
  const asked = place(tasks, decoded(location.hash.slice(1).split("/").find(part => !Object.hasOwn(VIEWS, part)) ?? ""));
  await ready(tasks[Math.max(asked, 0)]);
  element("loading").hidden = true;
  const wide = matchMedia("(min-width: 40rem)");
  const unfold = () => { element("key").open = wide.matches; };
  wide.addEventListener("change", unfold);
  unfold();
  route();
  for (const task of tasks) {
    await idle();
    await ready(task);
  }
}

function failed(error) {
  Object.assign(element("loading"), { hidden: false, textContent: `This page cannot be shown: ${error.message}. It needs a browser of 2023 or later.` });
}

start().catch(failed);
