/* What the outputs and cases that travel with the page say: where two metrics disagree, and what goes against a formula. */

import { compared, score } from "./scoring.js";
import { TASKS } from "./tasks/all.js";

/* The stored outputs in groups of one gold, smallest first; those that this page cannot read are left out. */
function groups(task) {
  task.groups ??= task.outputs.reduce((found, text, place) => {
    try {
      const { gold } = TASKS[task.key].read(text);
      found.set(gold, [...(found.get(gold) ?? []), place]);
    } catch { /* means and other forms that only the checker reads */ }
    return found;
  }, new Map());
  return task.groups;
}

/* Values by the place of an output, each computed once; null where this page cannot read it. */
function valued(task, formula) {
  const known = new Map();
  return place => {
    if (!known.has(place)) known.set(place, scored(task, formula, task.outputs[place]));
    return known.get(place);
  };
}

function scored(task, formula, text) {
  try {
    return score(task.key, formula, text);
  } catch {
    return null;
  }
}

/* -1, 0, 1 as the second output is worse, as good or better; null where that is not known. */
function preference(values, one, other, lower) {
  const [a, b] = [values(one), values(other)];
  if (!a || !b) return null;
  return { higher: lower ? -1 : 1, lower: lower ? 1 : -1, tie: 0 }[compared(a, b)] ?? null;
}

/* The first pair of outputs of one gold which two metrics order differently; else one that only one of them orders. */
export function smallest(task, first, second) {
  const values = [first, second].map(formula => valued(task, formula));
  const pairs = [...groups(task).values()].flatMap(places => places.flatMap((other, at) => places.slice(0, at).map(one => [one, other])));
  pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  let weaker = null;
  for (const [one, other] of pairs) {
    const [a, b] = [preference(values[0], one, other, first.lower), preference(values[1], one, other, second.lower)];
    if (a === null || b === null || a === b) continue;
    if (a * b < 0) return { pair: [task.outputs[one], task.outputs[other]], strict: true, pairs: pairs.length };
    weaker ??= [task.outputs[one], task.outputs[other]];
  }
  return { pair: weaker, strict: false, pairs: pairs.length };
}

/* How a formula fares on the stored cases of every constraint that has such. */
export function tried(task, formula, lower) {
  const values = valued(task, formula);
  return Object.entries(task.cases).map(([key, { demand, pairs }]) => {
    const signs = pairs.map(([worse, better]) => preference(values, worse, better, lower));
    const isAgainst = sign => (demand === "zero" ? sign === 1 || sign === -1 : sign === -1);
    const isTie = sign => demand === "positive" && sign === 0;
    const place = signs.findIndex(sign => isAgainst(sign));
    const first = place >= 0 ? place : signs.findIndex(isTie);
    const count = test => signs.filter(test).length;
    return {
      key, cases: signs.length, against: count(isAgainst), ties: count(isTie), valueless: count(sign => sign === null),
      pair: first >= 0 ? pairs[first].map(at => task.outputs[at]) : null,
    };
  });
}
