/* Overlapping clusterings: {a b}{a c} | {a b}{c}, the system's clusters, a bar, and the gold's categories. */

import { Output, Refusal, quoted, sets } from "./output.js";

const EXAMPLE = "the clusters, a bar, and the gold's categories, as in {a b}{a c} | {a b}{c}";

export function readOverlapping(text) {
  const parts = text.split("|");
  if (parts.length !== 2) throw new Refusal(`${quoted(text)} has ${parts.length - 1} bars; write ${EXAMPLE}`);
  const [system, gold] = parts.map((part, place) => family(part, place ? "gold" : "system"));
  return families(system, gold);
}

function family(text, side) {
  const found = sets(text, EXAMPLE);
  if (!found.length || found.some(items => !items.length)) throw new Refusal(`the ${side} has ${found.length ? "an empty" : "no"} set; write ${EXAMPLE}`);
  const twice = found.find(items => new Set(items).size < items.length);
  if (twice) throw new Refusal(`the ${side} names an item twice in {${twice.join(" ")}}; write it once`);
  return found.map(items => new Set(items));
}

const size = family => family.reduce((all, items) => all + items.size, 0);
const members = family => [...new Set(family.flatMap(items => [...items]))];
const together = (family, one, other) => family.filter(items => items.has(one) && items.has(other)).length;
const companions = (family, one) => members(family.filter(items => items.has(one)));

function families(system, gold) {
  const beside = (own, name) => members(own).flatMap(one => {
    const found = companions(own, one);
    return found.map(other => ({ x: together(system, one, other), g: together(gold, one, other), [name]: found.length }));
  });
  const inside = (own, name) => own.flatMap(items => [...items].flatMap(one => [...items].map(other =>
    ({ x: together(system, one, other), g: together(gold, one, other), [name]: items.size }))));
  const makers = {
    items: () => members([...system, ...gold]).map(one => ({ x: together(system, one, one), g: together(gold, one, one) })),
    companions: () => beside(system, "d"),
    gold_companions: () => beside(gold, "h"),
    occurrence_pairs: () => inside(system, "a"),
    gold_occurrence_pairs: () => inside(gold, "b"),
    best_in_cluster: () => meeting(system, gold).map(({ cluster, ...row }) => ({ ...row, group: cluster })),
    best_in_category: () => meeting(system, gold).map(({ category, ...row }) => ({ ...row, group: category })),
  };
  const quantities = { N_C: members(system).length, N_L: members(gold).length, O_C: size(system), O_L: size(gold) };
  const shown = gold.map(items => `{${[...items].sort().join(" ")}}`).sort().join("");
  return new Output(shown, quantities, domain => ({ rows: makers[domain](), fold: domain.startsWith("best") ? "best" : "sum" }));
}

function meeting(system, gold) {
  return system.flatMap((one, cluster) => gold.map((other, category) => (
    { n: [...one].filter(item => other.has(item)).length, a: one.size, b: other.size, cluster: `${cluster}`, category: `${category}` })))
    .filter(row => row.n).map(({ n, a, b, cluster, category }) => ({ n, a, b, cluster, category }));
}
