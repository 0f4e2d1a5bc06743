/* Lists with aspects: a:2/3 b:1/3 | a ab - b | b2 a lists four documents by the aspects that they are relevant to, and
   misses two; weights stand in front, grades other than 1 behind their aspect. */

import { inverse_log2, number, product, quotient, sign, sum } from "../arithmetic.js";
import { Output, Refusal, fraction, quoted, range, repeated } from "./output.js";

const EXAMPLE = "documents by their aspects, - for none, and those that are missed after a bar, as in a ab - b2 | a";
const ZERO = number(0), ONE = number(1);
const minus = (one, other) => sum(one, product(number(-1), other));
const added = values => values.reduce(sum, ZERO);
const letter = place => String.fromCharCode(97 + place);
const relevant = grade => grade > 0;

export function readDiversity(text) {
  const parts = text.split("|");
  const weights = parts[0].includes(":") ? weightsOf(parts.shift()) : null;
  if (!parts.length) throw new Refusal(`${quoted(text)} has weights alone; write ${EXAMPLE}`);
  if (parts.length > 2) throw new Refusal(`${quoted(text)} has too many bars; write ${EXAMPLE}`);
  const [listed, missed] = [parts[0], parts[1] ?? ""].map(part => part.split(/\s+/).filter(Boolean).flatMap(documents));
  const used = [...listed, ...missed].flatMap(each => [...each.keys()]).sort();
  const names = weights ? [...weights.keys()] : range(0, (used.at(-1) ?? "`").charCodeAt(0) - 97).map(letter);
  const strange = used.find(name => !names.includes(name));
  if (strange) throw new Refusal(`the aspect ${quoted(strange)} has no weight; give every aspect one, or none`);
  const own = names.filter(name => used.includes(name));
  const total = added(own.map(name => weights?.get(name) ?? ONE));
  const rows = side => side.map(each => own.map(name => each.get(name) ?? 0));
  return list(rows(listed), rows(missed), own.map(name => quotient(weights?.get(name) ?? ONE, total)));
}

function weightsOf(part) {
  const found = new Map();
  for (const word of part.split(/\s+/).filter(Boolean)) {
    const [name, weight] = word.split(":");
    if (!/^[a-z]$/.test(name) || !weight || found.has(name)) throw new Refusal(`${quoted(word)} is no weight; write one for each aspect, as in a:2/3 b:1/3 | a b`);
    found.set(name, fraction(weight));
    if (sign(found.get(name)) !== 1) throw new Refusal(`the aspect ${quoted(name)} has the weight ${quoted(weight)}; give a number above 0`);
  }
  if ([...found.keys()].join() !== [...found.keys()].sort().join()) throw new Refusal("the weights are not in order of their aspects; write a: before b:");
  return found;
}

function documents(word) {
  const [, name, count] = /^(-|(?:[a-z]\d{0,3})+)(?:\^(\d+))?$/.exec(word) ?? [];
  const aspects = name ? [...name.matchAll(/([a-z])(\d*)/g)].map(found => [found[1], Number(found[2] || 1)]) : [];
  const grades = new Map(aspects);
  if (!name || grades.size < aspects.length) throw new Refusal(`${quoted(word)} is no document; write ${EXAMPLE}`);
  return repeated(grades, count, word);
}

function list(listed, missed, weights) {
  const aspects = range(0, weights.length - 1);
  const every = [...listed, ...missed].filter(each => each.some(relevant)).sort(descending);
  const of = aspects.map(at => {
    const grades = every.map(each => each[at]).filter(relevant).sort((x, y) => y - x);
    return { w: weights[at], r: grades.length, h: grades[0], grades };
  });
  const gain = document => added(document.map((grade, at) => product(number(grade), weights[at])));
  const at = (place, rank) => {
    const grade = listed[rank]?.[place] ?? 0;
    const { w, r, h } = of[place];
    return { x: grade, b: relevant(grade) ? 1 : 0, i: rank + 1, c: listed.slice(0, rank + 1).filter(each => relevant(each[place])).length, w, r, h };
  };
  const pairs = length => aspects.flatMap(place => range(0, length - 1).map(rank => ({ ...at(place, rank), ...of[place].ideal })));
  const seen = (stop, gmax) => aspects.flatMap(place => {
    let rest = ONE;
    return listed.map((document, rank) => {
      const s = chance(document[place], gmax === "aspect" ? of[place].h : Number(gmax), stop);
      const row = { ...at(place, rank), s, p: rest };
      rest = product(rest, minus(ONE, s));
      return row;
    });
  });
  const complete = place => aspects.every(aspect => listed.slice(0, place).some(each => relevant(each[aspect])));
  const ranks = length => range(1, length).map(i => ({
    i, g: gain(listed[i - 1] ?? []), o: aspects.length && complete(i) && !complete(i - 1) ? 1 : 0,
    u: range(0, i - 1).filter(place => !(listed[place] ?? []).some(relevant)).length,
  }));
  const ideal = () => every.map(gain).sort((x, y) => sign(minus(y, x))).map((g, place) => ({ i: place + 1, g }));
  const best = ([ideal, kind, value, weighed], limit) => {
    const cover = covering(kind, value, weighed === "given" ? weights : weights.map(() => ONE));
    const lists = ideal === "exact" ? bestLists(every, cover, limit) : [greedyList(every, cover, limit)];
    const rows = lists.flatMap((gains, group) => (gains.length ? gains : [ZERO]).map((g, place) => ({ i: place + 1, g, group: `${group}` })));
    return { rows, fold: "largest" };
  };
  for (const each of of) each.ideal = { q: discounted(each.grades), e: discounted(each.grades.map(grade => 2 ** grade - 1)) };
  const quantities = { m: weights.length, n: listed.length, R: every.length, G: Math.max(0, ...every.flat()), V: smallestCover(every, aspects) };
  const shown = `${every.map(symbol).join(" ") || "nothing"}, weights ${weights.map(each => each.d > 1 ? `${each.n}/${each.d}` : each.n).join(" ") || "none"}`;
  return new Output(shown, quantities, domain => {
    const [kind, ...choices] = domain.split("_");
    const last = choices.pop();
    const limit = last === undefined || last === "all" ? Infinity : Number(last);
    const shorter = Math.min(listed.length, limit);
    if (kind === "aspects") return { rows: of.map(({ w, r, h, ideal }) => ({ w, r, h, ...ideal })) };
    if (kind === "pairs") return { rows: pairs(shorter) };
    if (kind === "padded") return { rows: pairs(limit) };
    if (kind === "seen") return { rows: seen(...choices) };
    if (kind === "ranks") return { rows: ranks(shorter) };
    if (kind === "paddedranks") return { rows: ranks(limit) };
    if (kind === "ideal") return { rows: ideal().slice(0, limit) };
    return best(choices, limit);
  });
}

const descending = (one, other) => { const at = one.findIndex((grade, place) => grade !== other[place]); return at < 0 ? 0 : other[at] - one[at]; };
const symbol = document => document.map((grade, at) => grade ? letter(at) + (grade > 1 ? grade : "") : "").join("") || "-";
const discounted = gains => added(gains.map((gain, place) => product(number(gain), inverse_log2(number(place + 2)))));
const chance = (grade, gmax, stop) => stop === "linear" ? number(grade, gmax) : number(2 ** grade - 1, 2 ** gmax);

/* What a document of a grade gets of an aspect of which everything is left, and what it leaves. */
function covering(kind, value, weights) {
  const given = fraction(value.replace("d", "/"));
  if (kind === "alpha") return { weights, first: () => ONE, left: () => minus(ONE, given) };
  const found = grade => chance(grade, given.n, kind);
  return { weights, first: found, left: grade => minus(ONE, found(grade)) };
}

const start = cover => cover.weights.map(() => ONE);
const gained = (cover, left, document) => added(document.flatMap((grade, at) => grade ? [product(cover.weights[at], product(left[at], cover.first(grade)))] : []));
const leftAfter = (cover, left, document) => document.map((grade, at) => grade ? product(left[at], cover.left(grade)) : left[at]);

/* At each rank the document of highest gain; of several the one whose grades are greatest in dictionary order. */
function greedyList(every, cover, limit) {
  let left = start(cover);
  const rest = [...every], gains = [];
  while (rest.length && gains.length < limit) {
    const found = rest.map(document => gained(cover, left, document));
    const place = found.reduce((best, gain, at) => sign(minus(gain, found[best])) === 1 ? at : best, 0);
    gains.push(found[place]);
    left = leftAfter(cover, left, rest.splice(place, 1)[0]);
  }
  return gains;
}

const MOST_STATES = 2000;

/* The gains of the lists of which none is behind another at every rank: what is left hangs on the set of documents. */
function bestLists(every, cover, limit) {
  let states = new Map([["", { taken: [], left: start(cover), lists: [[]] }]]);
  for (let rank = 0; rank < Math.min(every.length, limit); rank += 1) {
    const next = new Map();
    for (const { taken, left, lists } of states.values()) {
      every.forEach((document, place) => {
        if (taken.includes(place) || (place && !descending(every[place - 1], document) && !taken.includes(place - 1))) return;
        const more = [...taken, place].sort((x, y) => x - y), gain = gained(cover, left, document);
        if (!next.has(`${more}`)) next.set(`${more}`, { taken: more, left: leftAfter(cover, left, document), lists: [] });
        next.get(`${more}`).lists.push(...lists.map(each => [...each, gain]));
      });
    }
    if (next.size > MOST_STATES) throw new Refusal("there are too many relevant documents for this page; the command line takes more");
    for (const state of next.values()) state.lists = foremost(state.lists);
    states = next;
  }
  return foremost([...states.values()].flatMap(({ lists }) => lists));
}

function foremost(lists) {
  const sums = lists.map(each => each.reduce((found, gain) => [...found, sum(found.at(-1), gain)], [ZERO]));
  const ahead = (one, other) => sums[one].every((value, rank) => [0, 1].includes(sign(minus(value, sums[other][rank]))));
  return lists.filter((_, place) => !lists.some((_, other) => other !== place && ahead(other, place) && (!ahead(place, other) || other < place)));
}

/* The least number of documents that cover every aspect. */
function smallestCover(every, aspects) {
  if (!aspects.length) return 0;
  let found = new Set([""]);
  for (let count = 1; ; count += 1) {
    found = new Set([...found].flatMap(known => every.map(document => aspects.filter(at => relevant(document[at]) || known.split(",").includes(`${at}`)).join())));
    if (found.has(aspects.join())) return count;
  }
}
