/* What every task reads its notation into: named quantities, and the rows of each domain, made when they are asked for. */

import { number } from "../arithmetic.js";

/* Text that cannot be read: the message says what was given, and what to write. */
export class Refusal extends Error {}

export class Output {
  constructor(gold, quantities, makeRows) {
    this.gold = gold;
    this.quantities = values(quantities);
    this.makeRows = makeRows;
    this.known = new Map();
  }

  domain(name) {
    if (!this.known.has(name)) {
      const { rows, fold = "sum" } = this.makeRows(name);
      this.known.set(name, { rows: rows.map(values), fold });
    }
    return this.known.get(name);
  }
}

/* Whole numbers and halves as exact values; `group` is no value but says what belongs together. */
function values(record) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeof value === "number" && name !== "group" ? number(2 * value, 2) : value]));
}

/* A number as people write it: 3, 0.25, 3/4. */
export function fraction(text) {
  const found = /^([+-]?\d+)(?:\.(\d+))?(?:\/(\d+))?$/.exec(text.trim());
  if (!found || (found[2] && found[3]) || Number(found[3] ?? 1) === 0) throw new Refusal(`${quoted(text)} is no number; write 3, 0.25 or 3/4`);
  const digits = found[2] ?? "";
  const [top, bottom] = [Number(found[1] + digits), Number(found[3] ?? 10 ** digits.length)];
  if (!Number.isSafeInteger(top) || !Number.isSafeInteger(bottom)) throw new Refusal(`${quoted(text)} has too many digits for this page`);
  return number(top, bottom);
}

export const MOST = 100;

export function repeated(word, count, text) {
  const times = Number(count ?? 1);
  if (times > MOST) throw new Refusal(`${quoted(text)} is long: this page takes up to ${MOST} of a kind; the command line takes any number`);
  return Array(times).fill(word);
}

export const quoted = text => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;

/* The sets in braces of a text, each a list of words. */
export function sets(text, example) {
  if (text.replace(/\{[^{}]*\}/g, "").trim()) throw new Refusal(`${quoted(text.trim())} has something outside of braces; write ${example}`);
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(found => found[1].replaceAll(",", " ").split(/\s+/).filter(Boolean));
}

export const counted = words => {
  const found = new Map();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
};

export const range = (first, last) => Array.from({ length: Math.max(last - first + 1, 0) }, (_, place) => first + place);
