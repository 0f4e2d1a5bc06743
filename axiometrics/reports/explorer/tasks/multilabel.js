/* Sets of labels: a > b, c; d   gold a | b c   system a | -, the hierarchy, and what gold and system give every item. */

import { Output, Refusal, quoted } from "./output.js";

const EXAMPLE = "the hierarchy and both sides, as in a > b, c; d   gold a | b c   system a | -";
const words = text => text.replaceAll(",", " ").split(/\s+/).filter(Boolean);
const most = (one, other) => one > other ? one : other;

export function readMultilabel(text) {
  const found = /^(.*?)\sgold\s(.*?)\ssystem\s(.*)$/s.exec(` ${text.trim()} `);
  if (!found) throw new Refusal(`${quoted(text)} lacks a part; write ${EXAMPLE}`);
  const parents = hierarchy(found[1]);
  const [gold, system] = [2, 3].map(place => side(found[place], parents, place === 2 ? "gold" : "system"));
  if (gold.length !== system.length) throw new Refusal(`gold has ${gold.length} items and system ${system.length}; give the same items`);
  return output(parents, gold, system);
}

function hierarchy(text) {
  const parents = new Map();
  for (const part of text.split(";").filter(each => each.trim())) {
    const [top, below] = part.split(">");
    const tops = below === undefined ? words(top) : [top.trim()];
    for (const name of tops) if (!parents.has(name)) parents.set(name, []);
    for (const name of words(below ?? "")) {
      if (!parents.has(name)) parents.set(name, []);
      parents.get(name).push(tops[0]);
    }
  }
  if (!parents.size) throw new Refusal(`there are no labels; write ${EXAMPLE}`);
  const seen = name => { for (const above of parents.get(name)) if (climb(above, name)) return true; return false; };
  const climb = (from, name, steps = 0) => from === name || steps > parents.size || parents.get(from).some(above => climb(above, name, steps + 1));
  for (const name of parents.keys()) if (seen(name)) throw new Refusal(`the label ${quoted(name)} is above itself; remove the cycle`);
  return parents;
}

function side(text, parents, name) {
  return text.split("|").map(part => {
    const labels = part.trim() === "-" ? [] : words(part);
    const strange = labels.find(label => !parents.has(label));
    if (strange !== undefined) throw new Refusal(`${name} has a label ${quoted(strange)} that the hierarchy has not; add it there`);
    if (new Set(labels).size < labels.length) throw new Refusal(`${name} gives an item a label twice; write it once`);
    return labels;
  });
}

function output(parents, gold, system) {
  const labels = [...parents.keys()];
  const above = label => new Set([label, ...parents.get(label).flatMap(each => [...above(each)])]);
  const closure = own => new Set(own.flatMap(label => [...above(label)]));
  const closedGold = gold.map(closure), closedSystem = system.map(closure);
  const number = (sets, test) => sets.filter(test).length;
  const count = label => number(closedGold, own => own.has(label));
  const raw = label => number(gold, own => own.includes(label));
  const forest = labels.every(label => parents.get(label).length < 2);
  const sizes = (one, other) => [[...one].filter(label => other.has(label)).length, one.size, other.size];
  const places = gold.map((_, place) => place);

  const item = place => {
    const [t, g, s] = sizes(new Set(gold[place]), new Set(system[place]));
    const [u, v, w] = sizes(closedGold[place], closedSystem[place]);
    const apart = label => closedGold[place].has(label) !== closedSystem[place].has(label);
    const h = labels.filter(label => apart(label) && !parents.get(label).some(apart)).length;
    const [o, p, q] = forest ? ancestors(gold[place], system[place]) : [0, 0, 0];
    return { t, g, s, u, v, w, h, o, p, q };
  };
  const specific = own => own.filter(label => !own.some(other => other !== label && above(other).has(label)));
  const ancestors = (one, other) => {
    if (!one.length || !other.length) return [0, 0, 0];
    const sides = [specific(one), specific(other)], graphs = [new Set(), new Set()];
    sides.forEach((own, place) => {
      const others = closure(sides[1 - place]);
      for (const label of own) {
        let at = label;
        graphs[place].add(at);
        while (at !== "" && !others.has(at)) graphs[place].add(at = parents.get(at)[0] ?? "");
        graphs[1 - place].add(at);
      }
    });
    return sizes(...graphs);
  };
  const contents = place => {
    const [u, v, w] = sizes(closedGold[place], closedSystem[place]);
    const product = test => labels.filter(test).reduce((all, label) => all * most(count(label), 1), 1);
    const one = label => closedGold[place].has(label), other = label => closedSystem[place].has(label);
    const c = labels.filter(label => (one(label) || other(label)) && most(count(label), 1) < gold.length).length;
    return { u, v, w, a: product(label => one(label) && other(label)), b: product(label => one(label) || other(label)), c };
  };
  const ofLabel = label => ({
    t: places.filter(place => gold[place].includes(label) && system[place].includes(label)).length,
    g: raw(label), s: number(system, own => own.includes(label)),
    j: places.filter(place => closedGold[place].has(label) && closedSystem[place].has(label)).length,
    r: count(label), k: number(closedSystem, own => own.has(label)), n: most(count(label), 1),
    m: most(number(closedGold, own => parents.get(label).every(each => own.has(each))), 1),
  });
  const recursion = own => {
    if (!own.length) return new Map();
    const [first, ...rest] = [...own].sort((x, y) => labels.indexOf(x) - labels.indexOf(y));
    const found = new Map([[first, 1]]);
    const tops = new Set(rest.map(other => nearest(first, other)).filter(label => label !== undefined));
    for (const [sign, part] of [[1, rest], [-1, [...tops]]])
      for (const [label, times] of recursion(part)) found.set(label, (found.get(label) ?? 0) + sign * times);
    return found;
  };
  const nearest = (one, other) => labels.filter(label => above(one).has(label) && above(other).has(label))
    .sort((x, y) => above(y).size - above(x).size || most(count(x), 1) - most(count(y), 1) || labels.indexOf(x) - labels.indexOf(y))[0];
  const steps = () => {
    const total = new Map(labels.map(label => [label, { e: 0, f: 0, d: 0, n: most(count(label), 1) }]));
    for (const place of places)
      for (const [name, own] of [["e", gold[place]], ["f", system[place]], ["d", [...new Set([...gold[place], ...system[place]])]]])
        for (const [label, times] of recursion(own)) total.get(label)[name] += times;
    return [...total.values()];
  };
  const hits = () => places.flatMap(place => system[place]
    .map((label, rank) => ({ label, i: rank + 1, n: most(raw(label), 1) }))
    .filter(({ label }) => gold[place].includes(label)).map(({ i, n }) => ({ i, n })));
  const ideal = () => places.flatMap(place => gold[place].map(raw).sort((x, y) => x - y).map((n, rank) => ({ i: rank + 1, n: most(n, 1) })));
  const makers = {
    items: () => places.map(item), contents: () => places.map(contents), labels: () => labels.map(ofLabel), steps, hits, ideal,
  };
  const quantities = { N: gold.length, L: labels.length, T: gold.length, F: forest ? 1 : 0 };
  const shown = gold.map(own => [...own].sort().join(" ") || "-").join(" | ");
  return new Output(shown, quantities, domain => ({ rows: makers[domain]() }));
}
