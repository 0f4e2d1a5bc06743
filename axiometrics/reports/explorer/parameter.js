/* A metric's parameter, moved: the margin of one pair over all its values, and what the stored cases say at some of them.
   Neither is a proof: a pair speaks for itself, and cases that were not tried may say otherwise. */

import { number, product, sign, sum } from "./arithmetic.js";
import { copyButton, made, svg } from "./dom.js";
import { scorer } from "./scoring.js";
import { isPlayable } from "./tasks/all.js";

const STEPS = 100;
const TRIED = 20;
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [480, 230, 60, 14, 12, 62];
const SAID = {
  positive: { 1: "as it must be", 0: "a tie where a difference is required", "-1": "an inversion" },
  nonnegative: { 1: "as it must be", 0: "a tie, which is allowed", "-1": "an inversion" },
  zero: { 1: "a difference where none is allowed", 0: "as it must be", "-1": "a difference where none is allowed" },
};
const MEETS = { positive: found => found === 1, nonnegative: found => found >= 0, zero: found => found === 0 };

/* What goes below a cell: nothing where the metric has no such parameter, or no two outputs are compared. */
export function parameterPlot(task, metric, constraint, cell, formula) {
  const kept = task.cases[constraint.key];
  if (!formula?.open || !kept || !SAID[kept.demand] || !isPlayable(task.key)) return [];
  const outputs = cell.data.witness?.outputs;
  const isWitness = outputs && kept.names.every(name => name in outputs);
  const texts = isWitness ? kept.names.map(name => outputs[name]) : kept.pairs[0].map(at => task.outputs[at]);
  const margin = marginOf(task.key, formula, texts, metric.better === "lower");
  return margin ? [made("h4", {}, `Moving ${formula.open.name}`), shown(task, metric, constraint, { formula, kept, texts, margin, isWitness })] : [];
}

/* The margin of a pair at a value of the parameter, turned so that more is better; null where it cannot be read here. */
function marginOf(task, formula, texts, lower) {
  try {
    const [worse, better] = texts.map(text => scorer(task, formula, text));
    return at => {
      const scores = [worse(at), better(at)];
      const [less, more] = lower ? [scores[1], scores[0]] : scores;
      return { scores, margin: sum(more, product(number(-1), less)) };
    };
  } catch {
    return null;
  }
}

function shown(task, metric, constraint, about) {
  const { name, value } = about.formula.open;
  const values = grid(about.formula.open, STEPS);
  const points = values.map(at => [at, about.margin(at).margin]);
  const drawn = plot(about.formula.open, points, `margin of this pair over ${name}`);
  const input = made("input", { type: "range", min: 0, max: STEPS - 2, step: 1, value: nearest(values, value), ariaLabel: `${name} of ${metric.key}` });
  const told = made("p", { aria: { live: "polite" } });
  const move = at => {
    const { scores, margin } = about.margin(at);
    const found = sign(margin);
    drawn.mark(at ?? value, margin);
    told.replaceChildren(`${name} = ${short(at ?? value)}: ${about.kept.names.map((each, side) => `${each} ${written(scores[side])}`).join(", ")}; margin ${written(margin)}, `,
      made("b", {}, Number.isNaN(margin.v) ? "which has no value" : found === null ? "too close for doubles to tell its sign" : SAID[about.kept.demand][found]), ".");
  };
  input.addEventListener("input", () => move(values[input.value]));
  move(null);
  const pair = made("p", { className: "quiet" }, about.isWitness ? "This pair is the counterexample above" : "This pair is the smallest stored case", `: ${about.texts.join(" against ")}. The curve is about this pair alone and proves nothing of others.`);
  const cases = made("p", {}, `Trying the stored cases at ${TRIED - 1} values …`);
  tryCases(task, metric, about, drawn, cases);
  const command = `axiometrics explain '${metric.key}' '${constraint.key}' --task ${task.key} --regions`;
  const asked = made("p", {}, `For which ${name} it holds in every case: `, made("code", {}, command), " ", copyButton("command", command));
  return made("div", { className: "parameter-plot" }, pair, drawn.picture, made("label", { className: "mover" }, `${name} `, input), told, cases, asked);
}

const grid = ({ low, high }, steps) => Array.from({ length: steps - 1 }, (_, place) => low + ((high - low) * (place + 1)) / steps);
const nearest = (values, value) => values.reduce((best, each, place) => (Math.abs(each - value) < Math.abs(values[best] - value) ? place : best), 0);
const short = value => String(Number(value.toFixed(4)));
const written = ({ v, n, d }) => (Number.isNaN(v) ? "has no value" : !Number.isFinite(v) ? (v < 0 ? "−∞" : "∞") : d > 1 && d < 10000 ? `${short(v)} = ${n}/${d}` : short(v));

/* A curve that may break, the line at zero, a strip for the stored cases, and a mark that moves. */
function plot({ name, low, high }, points, title) {
  const known = points.map(([, { v }]) => v).filter(Number.isFinite);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const room = (most - least) / 16 || 1;
  const x = value => LEFT + ((value - low) / (high - low)) * (WIDTH - LEFT - RIGHT);
  const y = value => HEIGHT - BOTTOM - ((value - least + room) / (most - least + 2 * room)) * (HEIGHT - TOP - BOTTOM);
  const runs = points.reduce((found, [at, { v }]) => {
    if (Number.isFinite(v)) found.at(-1).push(`${x(at).toFixed(1)},${y(v).toFixed(1)}`);
    else found.push([]);
    return found;
  }, [[]]);
  const words = (text, at, down, anchor) => svg("text", { x: at, y: down, "text-anchor": anchor, fill: "currentColor" }, text);
  const lines = [
    svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM, fill: "none", stroke: "currentColor", "stroke-opacity": 0.4 }),
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), stroke: "currentColor", "stroke-dasharray": "4 3" }),
    words("margin 0", LEFT - 6, y(0) + 4, "end"),
    ...[least, most].filter(value => Math.abs(y(value) - y(0)) > 16).map(value => words(short(value), LEFT - 6, y(value) + 4, "end")),
    ...[[low, "start"], [high, "end"]].map(([value, anchor]) => words(short(value), x(value), HEIGHT - BOTTOM + 14, anchor)),
    words(name, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 14, "middle"),
    ...runs.filter(run => run.length > 1).map(run => svg("polyline", { points: run.join(" "), fill: "none", stroke: "var(--link)", "stroke-width": 2 })),
  ];
  const strip = svg("g", {});
  const line = svg("line", { y1: TOP, y2: HEIGHT - BOTTOM, stroke: "currentColor" });
  const dot = svg("circle", { r: 5, fill: "var(--link)", stroke: "currentColor" });
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, role: "img", "aria-label": title, "font-size": 11 }, ...lines, strip, line, dot);
  const mark = (at, { v }) => {
    for (const end of ["x1", "x2"]) line.setAttribute(end, x(at));
    dot.setAttribute("cx", x(at));
    dot.setAttribute("cy", Number.isFinite(v) ? y(v) : y(0));
    dot.setAttribute("visibility", Number.isFinite(v) ? "visible" : "hidden");
  };
  const cell = (at, isMet) => strip.append(words(isMet ? "✓" : "✗", x(at), HEIGHT - BOTTOM + 34, "middle"));
  return { picture, mark, cell, caption: text => strip.append(words(text, LEFT, HEIGHT - 10, "start")) };
}

/* Every stored case at some values, a value at a time, so that the page stays quick. */
async function tryCases(task, metric, about, drawn, message) {
  const margins = about.kept.pairs.map(pair => marginOf(task.key, about.formula, pair.map(at => task.outputs[at]), metric.better === "lower")).filter(Boolean);
  const met = [];
  for (const at of grid(about.formula.open, TRIED)) {
    await new Promise(done => setTimeout(done));
    if (!message.isConnected) return;
    const isMet = margins.every(margin => {
      const found = margin(at).margin;
      return Number.isNaN(found.v) || MEETS[about.kept.demand](sign(found));
    });
    if (isMet) met.push(at);
    drawn.cell(at, isMet);
  }
  drawn.caption(`✓ all ${margins.length} stored cases are as they must be there, ✗ some is not`);
  message.textContent = `${margins.length} stored cases at ${TRIED - 1} values of ${about.formula.open.name}: ${met.length ? `none goes against it at ${spans(met, about.formula.open)}` : "at every value some goes against it or ties"}. That is what was tried, not proved.`;
}

/* Values that follow each other, told as spans. */
function spans(values, { low, high }) {
  const step = (high - low) / TRIED;
  const found = values.reduce((runs, value) => {
    if (runs.length && value - runs.at(-1)[1] < step * 1.5) runs.at(-1)[1] = value;
    else runs.push([value, value]);
    return runs;
  }, []);
  return found.map(([first, last]) => (first === last ? short(first) : `${short(first)} to ${short(last)}`)).join(", ");
}
