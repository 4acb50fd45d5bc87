/**
 * Builds elements. Text only ever becomes a text node, so nothing that a memory or a message holds is read as markup.
 *
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, unknown> & {on?: Record<string, (event: Event) => void>}} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Signs that show nothing themselves and change what is shown around them: controls, directions, invisible characters.
 * Joiners are not among them: emoji and several scripts are written with them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/**
 * Returns an element with attributes, listeners (`on`) and children.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/**
 * Returns an SVG element.
 *
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  return build(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * Returns text of a memory, a message or a model, kept apart from the text around it; signs that hide are named.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
export function said(text) {
  return h("bdi", { dir: "auto" }, ...parts(text));
}

/**
 * Puts other children in the place of those that an element has.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * @param {string} text
 * @returns {Child[]}
 */
function parts(text) {
  const found = [];
  let rest = text;
  for (let match = HIDDEN.exec(rest); match; match = HIDDEN.exec(rest)) {
    const point = /** @type {number} */ (match[0].codePointAt(0));
    const name = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
    found.push(
      rest.slice(0, match.index),
      h("span", { class: "hidden-sign", title: "a sign that shows nothing" }, name),
    );
    rest = rest.slice(match.index + match[0].length);
  }
  return [...found, rest];
}

/**
 * @template {Element} Built
 * @param {Built} element
 * @param {Attributes} attributes
 * @param {(Child | Child[])[]} children
 */
function build(element, attributes, children) {
  const { on = {}, ...named } = attributes;
  for (const [name, value] of Object.entries(named)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}
