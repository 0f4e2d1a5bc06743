/* A small language for formulas: sums, products, quotients, powers, functions, and the reductions of a task's view.
   "sum cells n^2/a / items": a reduction takes the whole product that follows it, up to + or -. Nothing is run as code. */

import { INFINITE, NOTHING, guard, log, maximum, minimum, number, power, product, quotient, reduced, root, sum, tanh } from "./arithmetic.js";
import { A } from "./scoring.js";
import { fraction } from "./tasks/output.js";

/* What is wrong with a formula, and at which character. */
export class Typo extends Error {
  constructor(message, at, length = 1) {
    super(message);
    this.at = at;
    this.length = length;
  }
}

const less = (a, b) => sum(a, product(number(-1), b));
/* How many values a function takes, how it is computed, and what it is called in Python. */
const FUNCTIONS = {
  sqrt: [1, root, "sqrt"], log: [1, log, "log"], log2: [1, value => quotient(log(value), log(number(2))), "log2"], tanh: [1, tanh, "tanh"],
  abs: [1, value => maximum(value, product(number(-1), value)), null], max: [2, maximum, "maximum"], min: [2, minimum, "minimum"],
  ratio: [3, (top, bottom, otherwise) => guard(quotient(top, bottom), bottom, otherwise), "ratio"],
};
const WHOLE = new Set(["abs", "max", "min"]);
const NUMBERS = { undefined: [NOTHING, "UNDEFINED"], infinite: [INFINITE, "INFINITE"] };
const [SUM, PRODUCT, SIGNED, POWER, ATOM] = [1, 2, 3, 4, 5];

/* A part of a formula: how it is computed, and how it is written in Python, where it holds together as tightly as its
   level says. `value` is the number that it is, if it is one, and `isWhole` says whether it is evidently a whole one. */
const part = (run, python, level, isWhole = false, value = null) => ({ run, python, level, isWhole, value });
const bracketed = ({ python, level }, least) => (level >= least ? python : `(${python})`);

/* A number; numbers are computed at once, since Python's own 1/2 is no exact one. */
function literal(value, at) {
  if (!value.d) throw new Typo(Number.isNaN(value.v) ? "this divides by zero" : "this number has too many digits for this page", at.at, at.text.length);
  const isWhole = value.d === 1;
  return part(() => value, isWhole ? `${value.n}` : `Fraction(${value.n}, ${value.d})`, isWhole && value.n < 0 ? SIGNED : ATOM, isWhole, value);
}

/* Read a formula; the result is a record like those that the metrics have: `run` takes an output to its value, and
   `python` is the same formula of a view. */
export function formula(text, vocabulary) {
  const parser = new Parser(text, vocabulary);
  const { run, python } = parser.sum(null);
  if (parser.next) throw parser.typo(`there is ${parser.next.text} where the formula should end`);
  return { weighting: null, moves: [], python, run: (_, output) => run(output, null) };
}

/* A typed formula as a file of Python that the command line can check. */
export function pythonFile(text, python, command) {
  const used = [...new Set(python.match(/(?<![.\w])(?:sqrt|log2?|tanh|maximum|minimum|ratio|UNDEFINED|INFINITE)\b/g))].sort();
  return [
    `"""A metric that was typed as ${text.trim()}`, "", `What is known of it: ${command}`, '"""', "",
    ...(/(?<![.\w])Fraction\(/.test(python) ? ["from fractions import Fraction", ""] : []),
    ...(used.length ? [`from axiometrics.formulas import ${used.join(", ")}`, ""] : []),
    "", "def my_metric(view):", `    return ${python}`, "",
  ].join("\n");
}

function tokens(text) {
  return [...text.matchAll(/\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/^(),])|(\S))/g)].map(found => {
    const at = found.index + found[0].search(/\S/);
    const token = { text: found[0].trim(), at, kind: found[1] ? "number" : found[2] ? "name" : "sign" };
    if (found[4]) throw new Typo(`${found[4]} means nothing here; use + - * / ^ ( ) and names`, at);
    return token;
  });
}

class Parser {
  constructor(text, vocabulary) {
    this.text = text;
    this.vocabulary = vocabulary;
    this.tokens = tokens(text);
    if (!this.tokens.length) throw new Typo("the formula is empty; write for example 1 / 2", 0, 0);
  }

  get next() { return this.tokens[0]; }

  typo(message) {
    return new Typo(message, this.next?.at ?? this.text.length, this.next?.text.length ?? 0);
  }

  took(...signs) {
    return this.next && signs.includes(this.next.text) ? this.tokens.shift().text : null;
  }

  require(sign) {
    if (!this.took(sign)) throw this.typo(`a ${sign} is missing here`);
  }

  /* `names` are the variables of the reduction around, by name how they are written and whether they are whole; null outside of all. */
  sum(names) {
    let found = this.product(names);
    for (let at = this.next; this.took("+", "-"); at = this.next) found = joined(found, this.product(names), at, at.text === "+" ? sum : less, SUM);
    return found;
  }

  product(names) {
    let found = this.signed(names);
    for (let at = this.next; this.took("*", "/"); at = this.next) found = joined(found, this.signed(names), at, at.text === "*" ? product : quotient, PRODUCT);
    return found;
  }

  signed(names) {
    const at = this.next;
    if (!this.took("-")) return this.power(names);
    const inner = this.signed(names);
    if (inner.value) return literal(product(number(-1), inner.value), at);
    return part((output, row) => product(number(-1), inner.run(output, row)), `-${bracketed(inner, SIGNED)}`, SIGNED, inner.isWhole);
  }

  power(names) {
    const base = this.atom(names);
    const at = this.next;
    if (!this.took("^", "**")) return base;
    return raised(base, this.signed(names), at);
  }

  atom(names) {
    if (!this.next) throw this.typo("something is missing at the end");
    if (this.took("(")) {
      const inner = this.sum(names);
      this.require(")");
      return inner;
    }
    const token = this.tokens.shift();
    if (token.kind === "number") return literal(digits(token), token);
    if (token.kind !== "name") throw new Typo(`${token.text} cannot stand here; write a number, a name or a bracket`, token.at);
    return this.name(token, names);
  }

  name(token, names) {
    const { quantities, reductions } = this.vocabulary;
    const known = (list, name) => list !== null && Object.hasOwn(list, name);
    if (known(names, token.text)) return part((_, row) => row[token.text], names[token.text].python, ATOM, names[token.text].isWhole);
    if (known(FUNCTIONS, token.text) && this.next?.text === "(") return this.call(token, names);
    if (token.text === "sum" && this.next && known(reductions, this.next.text)) return this.reduction(this.tokens.shift(), names);
    if (known(reductions, token.text)) return this.reduction(token, names);
    if (token.text === "sum") throw this.typo(`after sum comes what it runs over: ${Object.keys(reductions).join(", ") || "this task has nothing to sum"}`);
    if (known(quantities, token.text)) return part(output => quantities[token.text].run(A, output), `view.${token.text}`, ATOM, quantities[token.text].whole);
    if (known(NUMBERS, token.text)) throw new Typo(`${token.text} is no number; it may be the third value of ratio, where the second is zero`, token.at, token.text.length);
    throw new Typo(`${token.text} is not known here; known: ${[...Object.keys(names ?? {}), ...Object.keys(quantities), ...(names ? [] : Object.keys(reductions)), ...Object.keys(FUNCTIONS)].join(", ")}`, token.at, token.text.length);
  }

  call(token, names) {
    const [count, apply, python] = FUNCTIONS[token.text];
    this.require("(");
    const given = [this.sum(names)];
    while (this.took(",")) given.push((token.text === "ratio" && given.length === 2 && this.marker()) || this.sum(names));
    this.require(")");
    if (given.length !== count) throw new Typo(`${token.text} takes ${count} value${count === 1 ? "" : "s"}, not ${given.length}`, token.at, token.text.length);
    const written = python ? `${python}(${given.map(each => each.python).join(", ")})` : `maximum(${given[0].python}, -${bracketed(given[0], POWER)})`;
    return part((output, row) => apply(...given.map(each => each.run(output, row))), written, ATOM, WHOLE.has(token.text) && given.every(each => each.isWhole));
  }

  /* What stands for a missing or an infinite value, if it comes next. */
  marker() {
    if (!this.next || !Object.hasOwn(NUMBERS, this.next.text)) return null;
    const [value, python] = NUMBERS[this.tokens.shift().text];
    return part(() => value, python, ATOM);
  }

  reduction(token, names) {
    if (names) throw new Typo(`${token.text} cannot stand inside another reduction; compute it outside`, token.at, token.text.length);
    const { domain, names: own, whole, takes, python } = this.vocabulary.reductions[token.text];
    const body = this.product(Object.fromEntries(own.map((name, place) => [name, { isWhole: whole[place], python: python[place] }])));
    return part(output => reduced(output, domain, row => body.run(output, row)), `view.${token.text}(lambda ${takes.join(", ")}: ${body.python})`, ATOM);
  }
}

function digits(token) {
  try {
    return fraction(token.text);
  } catch (error) {
    throw new Typo(error.message, token.at, token.text.length);
  }
}

function joined(left, right, at, join, level) {
  if (left.value && right.value) return literal(join(left.value, right.value), at);
  if (join === quotient && right.value?.n === 0) throw new Typo("this divides by zero", at.at, at.text.length);
  const python = `${bracketed(left, level)} ${at.text} ${bracketed(right, level + 1)}`;
  return part((output, row) => join(left.run(output, row), right.run(output, row)), python, level, join !== quotient && left.isWhole && right.isWhole);
}

/* A power: an exponent is a whole number, half of one, or a quantity that is evidently whole, such as a rank. */
function raised(base, exponent, at) {
  const [known, written] = [exponent.value, bracketed(exponent, ATOM)];
  if (!(known ? known.d <= 2 : exponent.isWhole) || Math.abs(known?.n ?? 0) > 1000)
    throw new Typo("an exponent must be a whole number, half of one, or made of counts, ranks and grades", at.at, at.text.length);
  if (known?.d === 2) return raised(part((output, row) => root(base.run(output, row)), `sqrt(${base.python})`, ATOM), literal(number(known.n), at), at);
  if (known && base.value) return literal(power(base.value, known), at);
  const run = (output, row) => {
    const times = known ?? exponent.run(output, row);
    return Math.abs(times.n) > 1000 ? NOTHING : power(base.run(output, row), times);
  };
  return part(run, `${bracketed(base, ATOM)} ** ${written}`, POWER, base.isWhole && known?.n >= 0);
}
