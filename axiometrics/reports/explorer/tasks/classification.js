/* Nominal classification: [3 0; 1 2], where rows are gold classes and columns those of the system. */

import { matrix, readCounts } from "./ordinal.js";
import { Refusal, quoted } from "./output.js";

export function readClassification(text) {
  if (/\bat\b/.test(text)) throw new Refusal(`${quoted(text)} gives its classes numbers; they have no order here: write the matrix alone`);
  const { counts: gold, values } = readCounts(text);
  const system = gold.map((_, j) => gold.map(row => row[j]));
  const added = some => some.reduce((a, b) => a + b, 0);
  const [tp, first, put, items] = [gold[0][0], added(gold[0]), added(system[0]), added(gold.flat())];
  const right = added(gold.map((row, k) => row[k]));
  return matrix(system, values, { D: right, TP: tp, FN: first - tp, FP: put - tp, TN: items - first - put + tp });
}
