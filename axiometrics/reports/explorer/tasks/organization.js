/* Organizations: [d1 {d2 d3}] | [{d1 d2} d3], the system's levels of clusters, a bar, and the gold's. */

import { number, product, quotient, sum } from "../arithmetic.js";
import { Output, Refusal, quoted } from "./output.js";

const EXAMPLE = "levels in brackets and clusters in braces, the system's, a bar and the gold's, as in [d1 {d2 d3}] | [{d1 d2}]";
const NAMES = ["R_{\\prec}", "S_{\\prec}", "R_{\\sim}", "S_{\\sim}", "x", "g", "m", "M"];

/* `weighting` is what the metric's parameters say: the constant c, and the reading of the tail. */
export function readOrganization(text, weighting = { c: [5, 2], tail: "open" }) {
  const parts = text.split("|");
  if (parts.length !== 2) throw new Refusal(`${quoted(text)} has ${parts.length - 1} bars; write ${EXAMPLE}`);
  const [system, gold] = parts.map(part => side(levels(part)));
  const shares = [[system, gold], [gold, system]].map(([own, other]) => relations(own, other, weighting));
  const some = each => Math.max(each.sizes.length - (weighting.tail === "none" ? 1 : 0), 0);
  const values = [shares[0].priority, shares[1].priority, shares[0].clustering, shares[1].clustering,
    some(system), some(gold), system.places.length, gold.places.length];
  return new Output(parts[1].trim(), Object.fromEntries(NAMES.map((name, place) => [name, values[place]])), () => ({ rows: [] }));
}

function levels(text) {
  const tokens = text.replaceAll(",", " ").match(/[[\]{}]|[^\s[\]{}]+/g) ?? [];
  const found = [];
  let [level, cluster] = [null, null];
  for (const token of tokens) {
    if (token === "[" && !level) level = [];
    else if (token === "]" && level && !cluster) { found.push(level); level = null; }
    else if (token === "{" && level && !cluster) cluster = [];
    else if (token === "}" && cluster) { level.push(closed(cluster)); cluster = null; }
    else if (!"[]{}".includes(token) && level) (cluster ?? level).push(cluster ? token : [token]);
    else throw new Refusal(`${quoted(token)} is out of place; write ${EXAMPLE}`);
  }
  if (level) throw new Refusal(`a level is not closed; write ${EXAMPLE}`);
  return found.filter(each => each.length);
}

function closed(cluster) {
  if (!cluster.length) throw new Refusal("a cluster is empty; leave it out, or name its documents");
  if (new Set(cluster).size < cluster.length) throw new Refusal(`a cluster names a document twice: {${cluster.join(" ")}}; name each once`);
  return cluster;
}

/* The places of documents; two of one cluster are fellows, and one alone in its cluster has none. */
function side(found) {
  const places = found.flatMap((level, depth) => level.flatMap(cluster => cluster.map(document => ({ document, depth, cluster }))));
  const sizes = found.map(level => level.reduce((all, cluster) => all + cluster.length, 0));
  const tally = pairs => pairs.reduce((known, [a, b]) => known.set(key(a, b), (known.get(key(a, b)) ?? 0) + 1), new Map());
  const steps = places.flatMap(a => places.filter(b => a.depth < b.depth).map(b => [a, b]));
  const fellows = places.flatMap(a => places.filter(b => a !== b && a.cluster === b.cluster).map(b => [a, b]));
  const counts = new Map();
  for (const { document } of places) counts.set(document, (counts.get(document) ?? 0) + 1);
  return { places, sizes, steps, fellows, counts, stepCounts: tally(steps), fellowCounts: tally(fellows) };
}

const key = (a, b) => JSON.stringify([a.document, b.document]);
const total = values => values.reduce(sum, number(0));

/* How many of one side's relations, weighted, the other side has: see axiometrics/tasks/organization/relations.py. */
function relations(own, other, { c, tail }) {
  const weights = tail === "none" ? uniform(own) : weighed(own, number(...c));
  const byPlace = of => total(own.places.map(({ document, depth }) => {
    const there = own.counts.get(document);
    return product(of(depth), number(Math.min(there, other.counts.get(document) ?? 0), there));
  }));
  const steps = own.steps.map(([a, b]) => {
    const stated = own.stepCounts.get(key(a, b));
    const below = tail === "open" && !other.counts.has(b.document);
    const known = below ? (other.counts.get(a.document) ?? 0) : (other.stepCounts.get(key(a, b)) ?? 0);
    const link = sum(product(weights.outside[a.depth], weights.level[b.depth]), product(weights.level[a.depth], weights.outside[b.depth]));
    return product(link, number(Math.min(stated, known), stated));
  });
  const each = ({ depth, cluster }) => product(weights.level[depth], number(1, cluster.length));
  const fellows = own.fellows.map(([a, b]) => {
    const shared = own.fellowCounts.get(key(a, b));
    return product(each(a), number(Math.min(shared, other.fellowCounts.get(key(a, b)) ?? 0), shared));
  });
  const itself = total(own.places.map(place => {
    const there = own.counts.get(place.document);
    return product(each(place), number(Math.min(there, other.counts.get(place.document) ?? 0), there));
  }));
  return {
    priority: sum(total(steps), weights.ends ? byPlace(depth => weights.ends[depth]) : number(0)),
    clustering: sum(weights.tail, sum(itself, total(fellows))),
  };
}

function uniform({ sizes, places }) {
  const all = places.length;
  return { level: sizes.map(() => number(1, all)), outside: sizes.map(size => number(1, Math.max(all - size, 1))), tail: number(0) };
}

function weighed({ sizes, places }, c) {
  const all = number(places.length);
  const above = sizes.map((_, depth) => sizes.slice(0, depth).reduce((a, b) => a + b, 0));
  const start = above.map(before => sum(c, number(before)));
  const level = sizes.map((size, depth) => quotient(c, product(start[depth], sum(start[depth], number(size)))));
  const outside = sizes.map((size, depth) => quotient(c, sum(product(start[depth], start[depth]), number(above[depth] * size))));
  const tail = quotient(c, sum(c, all));
  const ends = sizes.map((_, depth) => sum(product(tail, outside[depth]), quotient(product(level[depth], c), all)));
  return { level, outside, tail, ends };
}
