/* Rankings: r - r | r lists three documents and misses a relevant one; grades are numbers, ? is not judged. */

import { Output, Refusal, quoted, range, repeated } from "./output.js";

const EXAMPLE = "documents as r, -, ? or a grade, and those that are missed after a bar, as in r - r | r";
const GRADES = { r: 1, "-": 0, "?": null };

export function readRanking(text) {
  const [listed, missed = "", ...more] = text.split("|");
  if (more.length) throw new Refusal(`${quoted(text)} has more than one bar; write ${EXAMPLE}`);
  const [grades, missing] = [grade(listed), grade(missed)];
  if (missing.includes(null)) throw new Refusal("a document that nobody judged cannot be missed; leave it out after the bar");
  return ranking(grades, missing.sort((a, b) => b - a));
}

function grade(part) {
  return part.split(/\s+/).filter(Boolean).flatMap(word => {
    const found = /^(r|-|\?|\d{1,6})(?:\^(\d+))?$/.exec(word);
    if (!found) throw new Refusal(`${quoted(word)} is no document; write ${EXAMPLE}`);
    return repeated(found[1] in GRADES ? GRADES[found[1]] : Number(found[1]), found[2], word);
  });
}

const offered = value => ({ x: value ?? 0, b: value > 0 ? 1 : 0, z: value === 0 ? 1 : 0 });

function ranking(grades, missing) {
  const judged = [...grades, ...missing].filter(value => value !== null);
  const ideal = judged.filter(value => value > 0).sort((a, b) => b - a);
  const gains = sums(ideal);
  const ranks = listing(grades, place => gains[Math.min(place, ideal.length)]);
  const counts = new Map();
  for (const value of judged) counts.set(value, (counts.get(value) ?? 0) + 1);
  const quantities = {
    m: grades.length, R: ideal.length, N: judged.filter(value => value === 0).length, G: ideal[0] ?? 0,
    T: [...counts.values()].reduce((all, count) => all + (count * (count - 1)) / 2, 0),
  };
  return new Output(gold(counts), quantities, domain => {
    const [kind, limit] = domain.split("_");
    if (kind === "pairs") return { rows: ranks.flatMap(upper => ranks.slice(upper.i).map(lower => ({ ...upper, y: lower.x, e: lower.b, f: lower.z, j: lower.i }))) };
    if (kind === "missed") return { rows: ranks.flatMap(upper => missing.map(offered).map(({ x, b, z }) => ({ ...upper, y: x, e: b, f: z }))) };
    const rows = kind === "ideal" ? listing(ideal, place => gains[place]) : ranks;
    const last = limit === undefined ? Infinity : limit === "R" ? ideal.length : Number(limit);
    return { rows: rows.filter(row => row.i <= last), fold: kind === "cascade" ? "cascade" : "sum" };
  });
}

const sums = values => values.reduce((found, value) => [...found, found.at(-1) + value], [0]);

function listing(grades, idealGain) {
  let [c, g, d] = [0, 0, 0];
  return range(1, grades.length).map(i => {
    const { x, b, z } = offered(grades[i - 1]);
    const row = { x, b, z, i, c: (c += b), g: (g += x), h: idealGain(i), d };
    d += z;
    return row;
  });
}

const gold = counts => [...counts].sort(([a], [b]) => b - a).map(([value, count]) => `${count} of grade ${value}`).join(", ");
