/* Ordinal classification: [2 0; 1 3] at 1 5/2, where rows are assigned classes and columns true ones. */

import { number, product, sum } from "../arithmetic.js";
import { Output, Refusal, fraction, quoted, range } from "./output.js";

const EXAMPLE = "rows of assigned classes, as in [2 0 0; 1 1 0; 0 0 3]";

export function readOrdinal(text) {
  const { counts, values } = readCounts(text);
  return matrix(counts, values);
}

/* The counts in the order in which they are written, and what the classes stand for. */
export function readCounts(text) {
  const found = /^\s*\[([^[\]]*)\]\s*(?:at\s+(.*\S))?\s*$/.exec(text);
  if (!found) throw new Refusal(`${quoted(text)} is no matrix; write ${EXAMPLE}`);
  const counts = found[1].split(";").map(row => row.replaceAll(",", " ").split(/\s+/).filter(Boolean).map(count));
  if (counts.length < 2 || counts.length > 12) throw new Refusal(`the matrix has ${counts.length} rows; give from 2 to 12 classes`);
  const wrong = counts.findIndex(row => row.length !== counts.length);
  if (wrong >= 0) throw new Refusal(`row ${wrong + 1} has ${counts[wrong].length} entries; give ${counts.length}, one for each class`);
  if (!counts.flat().some(Boolean)) throw new Refusal("there are no items; give at least one count above 0");
  return { counts, values: found[2] ? stated(found[2].split(/\s+/), counts.length) : range(1, counts.length).map(each => number(each)) };
}

function count(word) {
  if (!/^\d{1,7}$/.test(word)) throw new Refusal(`${quoted(word)} is no count; write whole numbers from 0 on`);
  return Number(word);
}

function stated(words, classes) {
  const found = words.map(fraction);
  if (found.length !== classes || found.some((value, place) => place && value.v <= found[place - 1].v))
    throw new Refusal(`after “at” there are ${found.length} values; give ${classes}, in ascending order`);
  return found;
}

const added = values => values.reduce((a, b) => a + b, 0);

/* Rows of the counts are assigned classes, columns true ones; further quantities belong to other tasks. */
export function matrix(counts, values, further = {}) {
  const classes = range(0, counts.length - 1);
  const gold = classes.map(j => added(classes.map(i => counts[i][j])));
  const system = counts.map(added);
  const labels = classes.map(k => gold[k] + system[k]);
  const cell = (i, j) => offered(counts, { gold, system, labels }, values, i, j);
  const held = classes.flatMap(j => classes.map(i => [i, j])).filter(([i, j]) => counts[i][j]);
  const makers = {
    cells: () => ({ rows: held.map(([i, j]) => cell(i, j)) }),
    all_cells: () => ({ rows: classes.flatMap(i => classes.map(j => cell(i, j))) }),
    present: () => ({ rows: classes.filter(k => gold[k]).map(k => cell(k, k)) }),
    assigned: () => ({ rows: classes.filter(k => system[k]).map(k => cell(k, k)) }),
    used: () => ({ rows: classes.filter(k => labels[k]).map(k => cell(k, k)) }),
    largest: () => ({ rows: held.map(([i, j]) => ({ ...cell(i, j), group: j })), fold: "largest" }),
    smallest: () => ({ rows: held.map(([i, j]) => ({ ...cell(i, j), group: j })), fold: "smallest" }),
  };
  const quantities = { N: added(gold), K: counts.length, P: gold.filter(Boolean).length, S: system.filter(Boolean).length, U: labels.filter(Boolean).length, ...further };
  return new Output(`true classes ${gold.join(" ")}`, quantities, domain => makers[domain]());
}

function offered(counts, sides, values, i, j) {
  const { gold, system, labels } = sides;
  const below = (side, k) => added(side.slice(0, k));
  const between = side => below(side, Math.max(i, j) + 1) - below(side, Math.min(i, j));
  const corner = (rows, columns) => added(counts.slice(0, rows).flatMap(row => row.slice(0, columns)));
  const [x, y] = [values[i], values[j]];
  const apart = sum(x, product(number(-1), y));
  return {
    c: counts[i][j], i: i + 1, j: j + 1, x, y, d: product(number(apart.v < 0 ? -1 : 1), apart),
    t: Math.abs(i - j), e: i === j ? 0 : 1, g: gold[j], s: system[i], l: gold[i], m: system[j],
    h: between(gold) - gold[i] / 2, o: between(labels) - (labels[i] + labels[j]) / 2, a: labels[i], b: labels[j],
    p: below(system, i) + (system[i] + 1) / 2, q: below(gold, j) + (gold[j] + 1) / 2,
    u: corner(i, j), v: below(system, i) - corner(i, j + 1),
  };
}
