/* Outputs edited by hand: every change is written as notation again, which stays the one thing that is read. */

import { number, product, sum } from "./arithmetic.js";
import { made } from "./dom.js";
import { fraction } from "./tasks/output.js";

const ITEMS = "Click an item to move it on, or drag it into another box.";
const EDITORS = {
  clustering: [clustering, ITEMS],
  overlapping: [overlapping, ITEMS],
  organization: [organization, `${ITEMS} Each line of boxes is a level, the most relevant first.`],
  ranking: [ranking, "Click a document to move it up a rank."],
  diversity: [diversity, "Click a document to move it up a rank."],
  filtering: [filtering, "Change a count."],
  classification: [classification, "Rows are gold classes, columns system ones."],
  multilabel: [multilabel, "Tick a label to give it to an item; it comes last in the system's list."],
  ordinal: [ordinal, "Rows are assigned classes, columns true ones."],
  probabilistic: [probabilistic, "Move the probability of the event by a tenth, or click what happened."],
  quantification: [quantification, "An arrow moves a twentieth of all items to the next class."],
  combination: [combination, "Move a score."],
  rank_similarity: [twoLists, "Click an item to move it up a rank."],
};

/* The controls of an output; `change` takes its new text, and whether the controls may stay as they are. */
export function editor(task, text, change) {
  if (!Object.hasOwn(EDITORS, task)) return [];
  const [make, hint] = EDITORS[task];
  const controls = make(text, change);
  return controls.length ? [...controls, made("small", { className: "quiet hint" }, hint)] : [];
}

const words = text => text.split(/[\s,]+/).filter(Boolean);
const bracedSets = text => [...text.matchAll(/\{([^{}]*)\}/g)].map(found => words(found[1]));
const braced = items => `{${items.join(" ")}}`;

/* Items are buttons in boxes of items: a click moves one on to the next box, or drag it. `write` makes text of the boxes,
   which `change` takes; what only renames empty boxes is no move. */
function board(boxes, write, change, where) {
  const now = write(boxes);
  const after = (from, item, to) => {
    const moved = boxes.map(box => ({ ...box, items: [...box.items] }));
    const [taken] = moved[from].items.splice(item, 1);
    if (!moved[to].isSet || !moved[to].items.includes(taken)) moved[to].items.push(taken);
    return write(moved);
  };
  const isMove = (from, item, to) => from !== to && after(from, item, to) !== now
    && !(boxes[from].items.length === 1 && !boxes[to].items.length && boxes[to].level === boxes[from].level);
  return boxes.map((box, place) => {
    const chips = box.items.map((name, item) => {
      const chip = made("button", { type: "button", draggable: true, ariaLabel: `${name} ${where(box, place)}: move on` }, name);
      chip.addEventListener("click", () => {
        const next = boxes.map((_, step) => (place + step + 1) % boxes.length).find(to => isMove(place, item, to));
        if (next !== undefined) change(after(place, item, next));
      });
      chip.addEventListener("dragstart", event => event.dataTransfer.setData("text/plain", `${place} ${item}`));
      return chip;
    });
    const shown = made("span", { className: "cluster" }, ...(chips.length ? chips : ["new"]));
    shown.addEventListener("dragover", event => event.preventDefault());
    shown.addEventListener("drop", event => {
      event.preventDefault();
      const [from, item] = event.dataTransfer.getData("text/plain").split(" ").map(Number);
      if (boxes[from]?.items[item] !== undefined && isMove(from, item, place)) change(after(from, item, place));
    });
    return shown;
  });
}

const filled = boxes => boxes.filter(({ items }) => items.length).map(({ items }) => items);

/* The last box is for a cluster of its own. */
function clustering(text, change) {
  const clusters = bracedSets(text);
  if (clusters.flat().some(item => item.includes("^"))) return [];
  const boxes = [...clusters, []].map(items => ({ items, level: 0 }));
  return board(boxes, moved => filled(moved).map(braced).join(""), change, (_, place) => `of cluster ${place + 1}`);
}

function overlapping(text, change) {
  const [system, gold] = text.split("|");
  const boxes = [...bracedSets(system), []].map(items => ({ items, level: 0, isSet: true }));
  return board(boxes, moved => `${filled(moved).map(braced).join("")} | ${gold.trim()}`, change, (_, place) => `of cluster ${place + 1}`);
}

/* Every level has a box more, and a level more stands below. */
function organization(text, change) {
  const [system, gold] = text.split("|");
  const levels = [...system.matchAll(/\[([^[\]]*)\]/g)].map(found => [...found[1].matchAll(/\{([^{}]*)\}|([^\s{},]+)/g)].map(each => (each[2] ? [each[2]] : words(each[1]))));
  const boxes = [...levels, []].flatMap((clusters, level) => [...clusters, []].map(items => ({ items, level, isSet: true })));
  const write = moved => [...levels, []].map((_, level) => filled(moved.filter(box => box.level === level))).filter(clusters => clusters.length)
    .map(clusters => `[${clusters.map(items => (items.length === 1 ? items[0] : braced(items))).join(" ")}]`).join(" ");
  const shown = board(boxes, moved => `${write(moved)} | ${gold.trim()}`, change, ({ level }) => `at level ${level + 1}`);
  return [...levels, []].map((_, level) => made("span", { className: "level" }, ...shown.filter((_, place) => boxes[place].level === level)));
}

/* Shares of the classes, and arrows between neighbours that move a twentieth. */
function quantification(text, change) {
  const [, ...sides] = /gold\s*=([^=]*?)\s*system\s*=([^=]*)$/.exec(text);
  const shares = sides.map(side => words(side).map(fraction));
  const shownShare = share => (share.d === 1 ? String(share.n) : `${share.n}/${share.d}`);
  const write = found => `gold=${found[0].map(shownShare).join(" ")} system=${found[1].map(shownShare).join(" ")}`;
  return ["gold", "system"].map((name, side) => made("span", { className: "level" }, `${name} `, ...shares[side].flatMap((share, place) => {
    const arrows = (place ? [[place - 1, place, "▶"], [place, place - 1, "◀"]] : []).map(([from, to, sign]) => {
      const [low, high] = [shares[side][from], number(1, 20)];
      const button = made("button", { type: "button", ariaLabel: `${name}: from class ${from + 1} to class ${to + 1}`, disabled: !low.n }, sign);
      button.addEventListener("click", () => {
        const step = low.v < high.v ? low : high;
        const next = shares.map(each => [...each]);
        next[side][from] = sum(low, product(number(-1), step));
        next[side][to] = sum(next[side][to], step);
        change(write(next));
      });
      return button;
    });
    const input = made("input", { value: shownShare(share), ariaLabel: `${name}, class ${place + 1}`, size: 6 });
    input.addEventListener("input", () => {
      const given = [0, 1].map(each => words(sides[each]));
      sides[side] = given[side].map((old, at) => (at === place ? input.value.trim() || "0" : old)).join(" ");
      change(`gold=${sides[0]} system=${sides[1]}`, true);
    });
    return [...arrows, input];
  })));
}

/* Documents are buttons: a click moves one up a rank. */
function ranking(text, change) {
  const [listed, ...missed] = text.split("|");
  const documents = words(listed).flatMap(word => {
    const [name, count] = word.split("^");
    return Array(Number(count ?? 1)).fill(name);
  });
  return documents.map((name, place) => {
    const chip = made("button", { type: "button", disabled: place === 0, ariaLabel: `${name} at rank ${place + 1}: move up` }, name);
    chip.addEventListener("click", () => {
      const moved = documents.toSpliced(place - 1, 2, name, documents[place - 1]);
      change([moved.join(" "), ...missed.map(part => part.trim())].join(" | "));
    });
    return chip;
  });
}

/* The weights, if there are any, stay in front. */
function diversity(text, change) {
  const [first, ...rest] = text.split("|");
  if (!first.includes(":")) return ranking(text, change);
  return ranking(rest.join("|"), next => change(`${first.trim()} | ${next}`));
}

function counter(label, value, set) {
  const input = made("input", { type: "number", min: 0, value, ariaLabel: label });
  input.addEventListener("input", () => set(input.value === "" ? "0" : input.value));
  return input;
}

function filtering(text, change) {
  const values = Object.fromEntries(words(text.replace(/\s*=\s*/g, "=")).map(word => word.split("=")));
  return Object.entries(values).map(([name, value]) => made("label", {}, `${name} `, counter(name, value, next => {
    values[name] = next;
    change(Object.entries(values).map(pair => pair.join("=")).join(" "), true);
  })));
}

function classification(text, change) {
  return ordinal(text, change, ["gold", "system"]);
}

/* What the rows and the columns are called. */
function ordinal(text, change, [down, across] = ["assigned", "true"]) {
  const [, inside, rest] = /\[([^\]]*)\](.*)/.exec(text);
  const rows = inside.split(";").map(words);
  const lines = rows.map((row, i) => made("tr", {}, ...row.map((value, j) => made("td", {}, counter(`${down} ${i + 1}, ${across} ${j + 1}`, value, next => {
    rows[i][j] = next;
    change(`[${rows.map(each => each.join(" ")).join("; ")}]${rest}`, true);
  })))));
  return [made("table", {}, ...lines)];
}

/* A row for each item and side, with a box for each label. */
function multilabel(text, change) {
  const [, tree, ...both] = /^(.*?)\sgold\s(.*?)\ssystem\s(.*)$/s.exec(text);
  const sides = both.map(part => part.split("|").map(item => words(item).filter(label => label !== "-")));
  const write = () => `${tree.trim()}   ${sides.map((side, place) => `${place ? "system" : "gold"} ${side.map(own => own.join(" ") || "-").join(" | ")}`).join("   ")}`;
  const labels = [...new Set(words(tree.replace(/[>;]/g, " ")))];
  const box = (side, item, label) => {
    const name = `${side ? "system" : "gold"} of item ${item + 1}: ${label}`;
    const input = made("input", { type: "checkbox", checked: sides[side][item].includes(label), ariaLabel: name });
    input.addEventListener("change", () => {
      const left = sides[side][item].filter(each => each !== label);
      sides[side][item] = input.checked ? [...left, label] : left;
      change(write());
    });
    return made("td", {}, made("label", {}, input, label));
  };
  return [made("table", {}, ...sides[0].flatMap((_, item) => sides.map((_, side) =>
    made("tr", {}, made("th", {}, `${side ? "system" : "gold"} ${item + 1}`), ...labels.map(label => box(side, item, label))))))];
}

/* A row for each item: of two classes the event's probability as a range, and a button for what happened. */
function probabilistic(text, change) {
  const items = text.split(";").flatMap(part => {
    const [, times = "1", forecast, outcome] = /^\s*(?:(\d+)\s*x\s+)?([^:]*):\s*(\d+)\s*$/.exec(part);
    return Array(Number(times)).fill(0).map(() => ({ shares: words(forecast), outcome: Number(outcome) }));
  });
  const write = () => items.map(({ shares, outcome }) => `${shares.join(" ")}: ${outcome}`).join("; ");
  return [made("table", {}, ...items.map((item, place) => {
    const button = made("button", { type: "button", ariaLabel: `what happened to item ${place + 1}` }, `class ${item.outcome}`);
    button.addEventListener("click", () => {
      item.outcome = item.outcome % item.shares.length + 1;
      change(write());
    });
    const cells = [made("th", {}, `item ${place + 1}`), made("td", {}, item.shares.join(" ")), made("td", {}, button)];
    if (item.shares.length !== 2) return made("tr", {}, ...cells);
    const [top, bottom = 1] = item.shares[1].split("/").map(Number);
    const input = made("input", { type: "range", min: 0, max: 10, step: 1, value: 10 * top / bottom, ariaLabel: `the event's probability of item ${place + 1}` });
    input.addEventListener("input", () => {
      const tenths = Number(input.value);
      item.shares = [tenths, 10].map((_, side) => side ? `${tenths}/10` : `${10 - tenths}/10`);
      change(write(), true);
    });
    return made("tr", {}, ...cells, made("td", {}, input));
  }))];
}

function twoLists(text, change) {
  const found = /^\s*gold=(.*?)\s+system=(.*?)\s*$/.exec(text);
  const sides = (found ?? []).slice(1).map(part => part.match(/\([^()]*\)|[^\s()]+/g) ?? []);
  const write = () => change(`gold=${sides[0].join(" ")} system=${sides[1].join(" ")}`);
  return sides.map((groups, side) => made("p", {}, side ? "system " : "gold ", ...groups.map((group, rank) => {
    const button = made("button", { type: "button" }, group);
    button.addEventListener("click", () => {
      if (rank) groups.splice(rank - 1, 2, group, groups[rank - 1]);
      write();
    });
    return button;
  })));
}

function combination(text, change) {
  if (!text.includes("=") || text.includes("*")) return [];
  const values = Object.fromEntries(words(text).map(word => word.split("=")));
  return Object.keys(values).map(name => {
    const [top, bottom = 1] = values[name].split("/").map(Number);
    const input = made("input", { type: "range", min: 0, max: 1, step: 0.01, value: top / bottom, ariaLabel: name });
    input.addEventListener("input", () => {
      values[name] = input.value;
      change(Object.entries(values).map(pair => pair.join("=")).join(" "), true);
    });
    return made("label", {}, `${name} `, input);
  });
}
