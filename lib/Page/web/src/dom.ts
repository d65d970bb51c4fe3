// Elements, made of parts. Text of a profile becomes a text node here, whatever
// it holds: there is no other way into the page.
import { visible } from "./visible";

export type Part = Node | string | number | bigint | null | undefined | false | Part[];
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

function append(to: Node, parts: Part[]): void {
  for (const part of parts)
    if (Array.isArray(part)) append(to, part);
    else if (part instanceof Node) to.appendChild(part);
    else if (part !== null && part !== undefined && part !== false)
      to.appendChild(document.createTextNode(visible(String(part))));
}

/**
 * h("a", { href: "#sites", class: "quiet", onclick: go }, "text", other).
 * Attributes that are false, null or undefined are left out; true is "".
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...parts: Part[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  append(element, parts);
  return element;
}

/** The same of SVG. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...parts: Part[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAll(element, attributes);
  append(element, parts);
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(name, value === true ? "" : visible(String(value)));
}

/** Takes what was in ELEMENT away and puts PARTS there. */
export function fill(element: Element, ...parts: Part[]): void {
  element.replaceChildren();
  append(element, parts);
}
