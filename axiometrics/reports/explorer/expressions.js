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
const FUNCTIONS = {
  sqrt: [1, root], log: [1, log], log2: [1, value => quotient(log(value), log(number(2)))], tanh: [1, tanh],
  abs: [1, value => maximum(value, product(number(-1), value))], max: [2, maximum], min: [2, minimum],
  ratio: [3, (top, bottom, otherwise) => guard(quotient(top, bottom), bottom, otherwise)],
};
const NUMBERS = { undefined: NOTHING, infinite: INFINITE };

/* Read a formula; the result is a record like those that the metrics have: `run` takes an output to its value. */
export function formula(text, vocabulary) {
  const parser = new Parser(text, vocabulary);
  const body = parser.sum(null);
  if (parser.next) throw parser.typo(`there is ${parser.next.text} where the formula should end`);
  return { weighting: null, run: (_, output) => body(output, null) };
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

  /* `names` are the variables of the reduction around, null outside of all. */
  sum(names) {
    let found = this.product(names);
    for (let sign = this.took("+", "-"); sign; sign = this.took("+", "-")) {
      const [left, right, join] = [found, this.product(names), sign === "+" ? sum : less];
      found = (output, row) => join(left(output, row), right(output, row));
    }
    return found;
  }

  product(names) {
    let found = this.signed(names);
    for (let sign = this.took("*", "/"); sign; sign = this.took("*", "/")) {
      const [left, right, join] = [found, this.signed(names), sign === "*" ? product : quotient];
      found = (output, row) => join(left(output, row), right(output, row));
    }
    return found;
  }

  signed(names) {
    if (!this.took("-")) return this.power(names);
    const inner = this.signed(names);
    return (output, row) => product(number(-1), inner(output, row));
  }

  power(names) {
    const base = this.atom(names);
    const at = this.next;
    if (!this.took("^", "**")) return base;
    const exponent = this.signed(names);
    return (output, row) => {
      const value = exponent(output, row);
      if (value.d === 2 && Math.abs(value.n) < 1000) return power(root(base(output, row)), number(value.n));
      if (value.d !== 1 || Math.abs(value.n) > 1000) throw new Typo("an exponent must be a whole number, or half of one", at.at);
      return power(base(output, row), value);
    };
  }

  atom(names) {
    if (!this.next) throw this.typo("something is missing at the end");
    if (this.took("(")) {
      const inner = this.sum(names);
      this.require(")");
      return inner;
    }
    const token = this.tokens.shift();
    if (token.kind === "number") {
      const value = fraction(token.text);
      return () => value;
    }
    if (token.kind !== "name") throw new Typo(`${token.text} cannot stand here; write a number, a name or a bracket`, token.at);
    return this.name(token, names);
  }

  name(token, names) {
    const { quantities, reductions } = this.vocabulary;
    if (names?.includes(token.text)) return (_, row) => row[token.text];
    if (Object.hasOwn(FUNCTIONS, token.text) && this.next?.text === "(") return this.call(token, names);
    if (token.text === "sum" && this.next && Object.hasOwn(reductions, this.next.text)) return this.reduction(this.tokens.shift(), names);
    if (Object.hasOwn(reductions, token.text)) return this.reduction(token, names);
    if (token.text === "sum") throw this.typo(`after sum comes what it runs over: ${Object.keys(reductions).join(", ") || "this task has nothing to sum"}`);
    if (Object.hasOwn(quantities, token.text)) return output => quantities[token.text].run(A, output);
    if (Object.hasOwn(NUMBERS, token.text)) return () => NUMBERS[token.text];
    throw new Typo(`${token.text} is not known here; known: ${[...(names ?? []), ...Object.keys(quantities), ...(names ? [] : Object.keys(reductions)), ...Object.keys(FUNCTIONS)].join(", ")}`, token.at, token.text.length);
  }

  call(token, names) {
    const [count, apply] = FUNCTIONS[token.text];
    this.require("(");
    const given = [this.sum(names)];
    while (this.took(",")) given.push(this.sum(names));
    this.require(")");
    if (given.length !== count) throw new Typo(`${token.text} takes ${count} value${count === 1 ? "" : "s"}, not ${given.length}`, token.at, token.text.length);
    return (output, row) => apply(...given.map(each => each(output, row)));
  }

  reduction(token, names) {
    if (names) throw new Typo(`${token.text} cannot stand inside another reduction; compute it outside`, token.at, token.text.length);
    const { domain, names: own } = this.vocabulary.reductions[token.text];
    const body = this.product(own);
    return output => reduced(output, domain, row => body(output, row));
  }
}
