/* Filtering: four counts, tp=3 fp=1 fn=0 tn=2. */

import { Output, Refusal, quoted } from "./output.js";

const NAMES = ["tp", "fp", "fn", "tn"];

export function readFiltering(text) {
  const words = text.replaceAll(",", " ").replace(/\s*=\s*/g, "=").split(/\s+/).filter(Boolean);
  const given = Object.fromEntries(words.map(word => word.split("=")));
  if (words.length !== 4 || !NAMES.every(name => name in given)) throw new Refusal(`${quoted(text)} does not give the four counts; write tp=3 fp=1 fn=0 tn=2`);
  for (const name of NAMES)
    if (!/^\d{1,9}$/.test(given[name])) throw new Refusal(`${name} is ${quoted(given[name])}; write a whole number from 0 to 999999999`);
  const [TP, FP, FN, TN] = NAMES.map(name => Number(given[name]));
  if (!(TP + FP + FN + TN)) throw new Refusal("there are no items; give at least one count above 0");
  return new Output(`${TP + FN} relevant, ${FP + TN} irrelevant`, { TP, FP, FN, TN }, () => ({ rows: [] }));
}
