/* Elements made from data: what is written is always text; only what the page's maker has escaped becomes HTML. */

export const element = id => document.getElementById(id);

export function made(tag, properties = {}, ...children) {
  const { dataset = {}, aria = {}, ...own } = properties;
  const node = Object.assign(document.createElement(tag), own);
  Object.assign(node.dataset, dataset);
  for (const [name, value] of Object.entries(aria)) node.setAttribute(name === "role" ? name : `aria-${name}`, value);
  node.append(...children);
  return node;
}

export function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const link = (...parts) => "#" + parts.map(encodeURIComponent).join("/");

export function copyButton(name, text) {
  const button = made("button", { type: "button" }, name);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = `${name} copied`;
    } catch {
      button.replaceWith(made("textarea", { value: text, readOnly: true, rows: 3, ariaLabel: name }));
    }
  });
  return button;
}
