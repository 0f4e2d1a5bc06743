/* A metric's parameter, moved: the margin of one pair over all its values, and what the stored cases say at some of them.
   Neither is a proof: a pair speaks for itself, and cases that were not tried may say otherwise. */

import { number, product, sign, sum } from "./arithmetic.js";
import { copyButton, made, svg } from "./dom.js";
import { moved, scorer } from "./scoring.js";
import { isPlayable } from "./tasks/all.js";
import { Refusal } from "./tasks/output.js";

const STEPS = 100;
const TRIED = 20;
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [480, 230, 60, 14, 12, 62];
const SAID = {
  positive: { 1: "as it must be", 0: "a tie where a difference is required", "-1": "an inversion" },
  nonnegative: { 1: "as it must be", 0: "a tie, which is allowed", "-1": "an inversion" },
  zero: { 1: "a difference where none is allowed", 0: "as it must be", "-1": "a difference where none is allowed" },
};
const MEETS = { positive: found => found === 1, nonnegative: found => found >= 0, zero: found => found === 0 };

/* What goes below a cell: nothing where the metric has no parameter, or no two outputs are compared. */
export function parameterPlots(task, metric, constraint, cell, formula) {
  const kept = task.cases[constraint.key];
  if (!formula?.moves.length || !kept || !SAID[kept.demand] || !isPlayable(task.key)) return [];
  const outputs = cell.data.witness?.outputs;
  const isWitness = outputs && kept.names.every(name => name in outputs);
  const texts = isWitness ? kept.names.map(name => outputs[name]) : kept.pairs[0].map(at => task.outputs[at]);
  const about = { task, metric, constraint, formula, kept, texts, isWitness, regions: cell.regions };
  try {
    return formula.moves.flatMap(parameter => [made("h4", {}, `Moving ${parameter.name}`), shown({ ...about, parameter, steps: stepsOf(parameter, STEPS) })]);
  } catch (error) {
    if (error instanceof Refusal) return []; // an output that this page cannot read
    throw error;
  }
}

/* The values a slider stops at: inner ones of an interval, or all points. */
function stepsOf({ low, high, points }, count) {
  if (points) return points.map(({ told }, at) => ({ at, told }));
  return Array.from({ length: count - 1 }, (_, place) => low + ((high - low) * (place + 1)) / count).map(at => ({ at, told: short(at) }));
}

/* The scores of a pair and its margin, as a function of the parameter's value; turned so that more is better. */
function marginOf({ task, metric, formula, parameter }, texts) {
  const [worse, better] = texts.map(text => scorer(task.key, text));
  return at => {
    const there = at === null ? formula : moved(formula, parameter, at);
    const scores = [worse(there), better(there)];
    const [less, more] = metric.better === "lower" ? [scores[1], scores[0]] : scores;
    return { scores, margin: sum(more, product(number(-1), less)) };
  };
}

function shown(about) {
  const { task, metric, constraint, parameter, kept, steps } = about;
  const { name, points, value } = parameter;
  const margin = marginOf(about, about.texts);
  const region = about.regions.find(each => each.parameter === name);
  const drawn = plot(parameter, steps.map(step => ({ ...step, ...margin(step.at).margin })), region, `margin of this pair over ${name}`);
  const own = points ? points.findIndex(({ told }) => told === value) : nearest(steps, value);
  const input = made("input", { type: "range", min: 0, max: steps.length - 1, step: 1, value: own, ariaLabel: `${name} of ${metric.key}` });
  const told = made("p", { aria: { live: "polite" } });
  const move = ({ at, told: where }) => {
    const found = margin(at);
    const known = sign(found.margin);
    drawn.mark(at ?? value, found.margin);
    input.setAttribute("aria-valuetext", `${name} = ${where}`);
    told.replaceChildren(`${name} = ${where}: ${kept.names.map((each, side) => `${each} ${written(found.scores[side])}`).join(", ")}; margin ${written(found.margin)}, `,
      made("b", {}, Number.isNaN(found.margin.v) ? "which has no value" : known === null ? "too close for doubles to tell its sign" : SAID[kept.demand][known]), ".");
  };
  input.addEventListener("input", () => move(steps[input.value]));
  move(points ? steps[own] : { at: null, told: short(value) });
  const pair = made("p", { className: "quiet" }, about.isWitness ? "This pair is the counterexample above" : "This pair is the smallest stored case", `: ${about.texts.join(" against ")}. The curve is about this pair alone and proves nothing of others.`);
  const cases = made("p", {}, "Trying the stored cases at some values …");
  tryCases(about, drawn, cases);
  return made("div", { className: "parameter-plot" }, pair, drawn.picture, made("label", { className: "mover" }, `${name} `, input), told, cases, everyCase(metric, constraint, task, name, region));
}

/* What is known beyond the pair: the region that travels with the page, and the command that has its evidence. */
function everyCase(metric, constraint, task, name, region) {
  const command = `axiometrics explain '${metric.key}' '${constraint.key}' --task ${task.key} --regions`;
  const known = region ? [made("b", {}, `Holds for ${region.text}`), region.held?.length ? " (the green ground)" : "", "; on what evidence, says "] : [`For which ${name} it holds in every case, says `];
  return made("p", {}, ...known, made("code", {}, command), " ", copyButton("command", command));
}

const nearest = (steps, value) => steps.reduce((best, { at }, place) => (Math.abs(at - value) < Math.abs(steps[best].at - value) ? place : best), 0);
const short = value => String(Number(value.toFixed(4)));
const written = ({ v, n, d }) => (Number.isNaN(v) ? "has no value" : !Number.isFinite(v) ? (v < 0 ? "−∞" : "∞") : d > 1 && d < 10000 ? `${short(v)} = ${n}/${d}` : short(v));

/* A curve that may break, or dots; the ground of the region, the line at zero, a strip for the stored cases, and a mark that moves. */
function plot({ name, low = 0, high, points }, places, region, title) {
  const [first, last] = points ? [-0.5, points.length - 0.5] : [low, high];
  const known = places.map(({ v }) => v).filter(Number.isFinite);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const room = (most - least) / 16 || 1;
  const x = value => LEFT + ((Math.min(Math.max(value, first), last) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = value => HEIGHT - BOTTOM - ((value - least + room) / (most - least + 2 * room)) * (HEIGHT - TOP - BOTTOM);
  const words = (text, at, down, anchor) => svg("text", { x: at, y: down, "text-anchor": anchor, fill: "currentColor" }, text);
  const ends = points ? ticks(places) : [{ at: low, told: short(low), anchor: "start" }, { at: high, told: short(high), anchor: "end" }];
  const ground = points ? [] : (region?.held ?? []).map(([from, to]) => [x(from ?? low), x(to ?? high)]);
  const lines = [
    ...ground.map(([from, to]) => svg("rect", { class: "held", x: from, y: TOP, width: Math.max(to - from, 2), height: HEIGHT - TOP - BOTTOM, fill: "var(--proof)" })),
    svg("rect", { x: LEFT, y: TOP, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM, fill: "none", stroke: "currentColor", "stroke-opacity": 0.4 }),
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), stroke: "currentColor", "stroke-dasharray": "4 3" }),
    words("margin 0", LEFT - 6, y(0) + 4, "end"),
    ...[least, most].filter(value => Math.abs(y(value) - y(0)) > 16).map(value => words(short(value), LEFT - 6, y(value) + 4, "end")),
    ...ends.map(({ at, told, anchor = "middle" }) => words(told, x(at), HEIGHT - BOTTOM + 14, anchor)),
    ...(points ? [] : [words(name, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 14, "middle")]),
    ...(points ? dots(places, x, y) : curves(places, x, y)),
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

/* Points are written below the plot as far as there is room for them. */
const ticks = places => places.filter((_, place) => places.length <= 8 || place % 5 === 0 || place === places.length - 1);
const dots = (places, x, y) => places.filter(({ v }) => Number.isFinite(v)).map(({ at, v }) => svg("circle", { cx: x(at), cy: y(v), r: 3, fill: "var(--link)" }));

function curves(places, x, y) {
  const runs = places.reduce((found, { at, v }) => {
    if (Number.isFinite(v)) found.at(-1).push(`${x(at).toFixed(1)},${y(v).toFixed(1)}`);
    else found.push([]);
    return found;
  }, [[]]);
  return runs.filter(run => run.length > 1).map(run => svg("polyline", { points: run.join(" "), fill: "none", stroke: "var(--link)", "stroke-width": 2 }));
}

/* The pair and every stored case at some values, a value at a time, so that the page stays quick. */
async function tryCases(about, drawn, message) {
  const { task, kept, parameter } = about;
  const steps = stepsOf(parameter, TRIED);
  const stored = kept.pairs.map(pair => pair.map(at => task.outputs[at]));
  const margins = [...(about.isWitness ? [about.texts] : []), ...stored].map(texts => marginOf(about, texts));
  const met = [];
  const unread = new Set();
  for (const step of steps) {
    await new Promise(done => setTimeout(done));
    if (!message.isConnected) return;
    const isMet = margins.map((margin, place) => isKept(margin, step.at, kept.demand, () => unread.add(place))).every(Boolean);
    met.push(isMet);
    drawn.cell(step.at, isMet);
  }
  const count = margins.length - unread.size;
  const cases = about.isWitness ? `${count} cases (this pair and stored ones)` : `${count} stored cases`;
  drawn.caption(`✓ all ${cases} as they must be, ✗ some not`);
  const where = spans(steps, met, parameter.points && !parameter.whole);
  message.textContent = `${cases} at ${steps.length} values of ${parameter.name}: ${where ? `none goes against it at ${where}` : "at every value some goes against it or ties"}. That is what was tried, not proved.`;
}

/* Whether a case is as it must be; one without a value, or that this page cannot read, goes against nothing. */
function isKept(margin, at, demand, skip) {
  try {
    const found = margin(at).margin;
    return Number.isNaN(found.v) || MEETS[demand](sign(found));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    skip();
    return true;
  }
}

/* Values that follow each other, told as spans; words have no order. */
function spans(steps, met, apart) {
  const found = steps.reduce((runs, { told }, place) => {
    if (!met[place]) return runs;
    if (place && met[place - 1] && !apart) runs.at(-1)[1] = told;
    else runs.push([told, told]);
    return runs;
  }, []);
  return found.map(([first, last]) => (first === last ? first : `${first} to ${last}`)).join(", ");
}
