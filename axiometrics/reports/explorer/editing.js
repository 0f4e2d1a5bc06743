/* Outputs edited by hand: every change is written as notation again, which stays the one thing that is read. */

import { made } from "./dom.js";

/* The controls of an output; `change` takes its new text, and whether the controls may stay as they are. */
export function editor(task, text, change) {
  const make = { clustering, ranking, filtering, classification, ordinal, combination }[task];
  return make ? make(text, change) : [];
}

const words = text => text.split(/[\s,]+/).filter(Boolean);

/* Items are buttons: a click moves one to the next cluster, or drag it; the last place is a cluster of its own. */
function clustering(text, change) {
  const clusters = [...text.matchAll(/\{([^{}]*)\}/g)].map(found => words(found[1]));
  if (clusters.flat().some(item => item.includes("^"))) return [];
  const move = (from, item, to) => {
    const moved = [...clusters.map(items => [...items]), []];
    moved[to].push(...moved[from].splice(item, 1));
    change(moved.filter(items => items.length).map(items => `{${items.join(" ")}}`).join(""));
  };
  return [...clusters, []].map((items, place) => {
    const chips = items.map((name, item) => {
      const next = (place + 1) % (clusters.length + (items.length > 1 ? 1 : 0));
      const chip = made("button", { type: "button", draggable: true, title: "click to move it to the next cluster, or drag it", ariaLabel: `${name} of cluster ${place + 1}: move on` }, name);
      chip.addEventListener("click", () => move(place, item, next));
      chip.addEventListener("dragstart", event => event.dataTransfer.setData("text/plain", `${place} ${item}`));
      return chip;
    });
    const box = made("span", { className: "cluster" }, ...(chips.length ? chips : ["new"]));
    box.addEventListener("dragover", event => event.preventDefault());
    box.addEventListener("drop", event => {
      event.preventDefault();
      const [from, item] = event.dataTransfer.getData("text/plain").split(" ").map(Number);
      if (clusters[from]?.[item] !== undefined && from !== place) move(from, item, place);
    });
    return box;
  });
}

/* Documents are buttons: a click moves one up a rank. */
function ranking(text, change) {
  const [listed, ...missed] = text.split("|");
  const documents = words(listed).flatMap(word => {
    const [name, count] = word.split("^");
    return Array(Number(count ?? 1)).fill(name);
  });
  return documents.map((name, place) => {
    const chip = made("button", { type: "button", disabled: place === 0, title: "click to move it up a rank", ariaLabel: `${name} at rank ${place + 1}: move up` }, name);
    chip.addEventListener("click", () => {
      const moved = documents.toSpliced(place - 1, 2, name, documents[place - 1]);
      change([moved.join(" "), ...missed.map(part => part.trim())].join(" | "));
    });
    return chip;
  });
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

const classification = (text, change) => ordinal(text, change, ["gold", "system"]);

/* Rows are assigned classes, columns true ones, or what else they are called. */
function ordinal(text, change, [down, across] = ["assigned", "true"]) {
  const [, inside, rest] = /\[([^\]]*)\](.*)/.exec(text);
  const rows = inside.split(";").map(words);
  const lines = rows.map((row, i) => made("tr", {}, ...row.map((value, j) => made("td", {}, counter(`${down} ${i + 1}, ${across} ${j + 1}`, value, next => {
    rows[i][j] = next;
    change(`[${rows.map(each => each.join(" ")).join("; ")}]${rest}`, true);
  })))));
  return [made("table", {}, ...lines)];
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
