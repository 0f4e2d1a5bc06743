/* Which constraints imply which others among the metrics of a matrix: a drawing, and the same in words.
   One implies another where every metric that satisfies it satisfies the other, and none that is undecided fails it. */

import { element, link, made, svg } from "./dom.js";

const FAILED = { strict: ["blind", "contradicted"], weak: ["contradicted"] };
const [ROW, LETTER, GAP] = [70, 8.8, 16];

/* 2 holds, 1 undecided, 0 fails, as a column of numbers; null where no metric satisfies the constraint. */
function ranks(task, column, form, least) {
  const found = task.cells.map(row => {
    const cell = row[column];
    return !cell ? 1 : cell[form] >= least ? 2 : FAILED[form].includes(cell.mark) ? 0 : 1;
  });
  return found.includes(2) ? found : null;
}

const implies = (one, other) => one.every((rank, place) => rank <= other[place]);

/* Classes of constraints that the same metrics satisfy, with the classes that each implies directly. */
export function order(task, form, least) {
  const classes = [];
  const unsatisfied = [];
  task.constraints.forEach(({ key }, column) => {
    const found = ranks(task, column, form, least);
    const same = found && classes.find(each => implies(each.ranks, found) && implies(found, each.ranks));
    if (!found) unsatisfied.push(key);
    else if (same) same.keys.push(key);
    else classes.push({ keys: [key], ranks: found });
  });
  for (const each of classes) each.implied = classes.filter(other => other !== each && implies(each.ranks, other.ranks));
  for (const each of classes) each.covers = each.implied.filter(other => !each.implied.some(between => between.implied.includes(other)));
  const depth = each => (each.depth ??= 1 + Math.max(-1, ...each.implied.map(depth)));
  classes.forEach(depth);
  return { classes, unsatisfied };
}

/* The strongest stand at the top, and lines lead down to what they imply. */
function drawing(task, classes) {
  const deepest = Math.max(...classes.map(each => each.depth));
  let width = 0;
  for (let level = 0; level <= deepest; level += 1) {
    let x = GAP;
    for (const each of classes.filter(found => found.depth === level)) {
      each.width = Math.max(...each.keys.map(key => key.length)) * LETTER + 2 * GAP;
      Object.assign(each, { x, height: 18 * each.keys.length + 8 });
      x += each.width + GAP;
    }
    width = Math.max(width, x);
  }
  const tallest = Math.max(...classes.map(each => each.height));
  for (const each of classes) each.y = GAP + (deepest - each.depth) * (ROW + tallest - 26);
  const lines = classes.flatMap(each => each.covers.map(other => svg("line", {
    x1: each.x + each.width / 2, y1: each.y + each.height, x2: other.x + other.width / 2, y2: other.y, stroke: "currentColor", "stroke-opacity": 0.45 })));
  const boxes = classes.map(each => svg("g", {}, svg("rect", { x: each.x, y: each.y, width: each.width, height: each.height, rx: 8, fill: "var(--shade)", stroke: "currentColor" }),
    ...each.keys.map((key, place) => svg("a", { href: link(task.key, "-", key) }, svg("text", { x: each.x + GAP, y: each.y + 18 * (place + 1), fill: "currentColor" }, key)))));
  const height = GAP * 2 + deepest * (ROW + tallest - 26) + tallest;
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "Order of the constraints by implication" }, ...lines, ...boxes);
}

export function showLattice(task, form, least) {
  const { classes, unsatisfied } = order(task, form, least);
  const names = keys => keys.flatMap((key, place) => [place ? ", " : "", made("a", { href: link(task.key, "-", key) }, key)]);
  const told = classes.filter(each => each.covers.length).map(each => made("li", {}, ...names(each.keys), each.keys.length > 1 ? " imply " : " implies ", ...each.covers.flatMap((other, place) => [place ? "; " : "", ...names(other.keys)])));
  element("lattice-drawing").replaceChildren(...(classes.length ? [drawing(task, classes)] : ["No constraint is known to be satisfied."]));
  if (!told.length && classes.length) told.push(made("li", {}, "Among these metrics no constraint implies another one."));
  element("lattice-words").replaceChildren(...told, ...(unsatisfied.length ? [made("li", {}, "satisfied by no metric: ", ...names(unsatisfied))] : []));
}
