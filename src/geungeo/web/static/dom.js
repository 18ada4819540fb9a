// Small helpers. Whatever comes from documents or people enters the page as text, never as markup.

const texts = JSON.parse(document.getElementById("texts").textContent);

/** A text of messages.py, its {name} places filled. */
export function t(key, values = {}) {
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, () => value), texts[key] ?? "");
}

export const $ = (id) => document.getElementById(id);

/** An element; `on*` properties are listeners, other properties attributes; null children are left out. */
export function el(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** text[start:end] where offsets count code points, as the API does, not UTF-16 units. */
export function slice(text, start, end) {
  return Array.from(text).slice(start, end).join("");
}

export function say(text) {
  $("live").textContent = text;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
