// A few lines in place of a framework: elements from calls.

type Child = Node | string | number | null | undefined | false | Child[];
type Props = Record<string, unknown>;

const SVG = 'http://www.w3.org/2000/svg';

function fill(el: Element, props: Props, children: Child[]): void {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on') && typeof value === 'function') {
      el.addEventListener(key.slice(2), value as EventListener);
    } else if (key === 'value' && 'value' in el) {
      (el as HTMLInputElement).value = String(value);
    } else if (key === 'checked' || key === 'selected' || key === 'disabled' || key === 'open') {
      (el as unknown as Record<string, unknown>)[key] = value;
    } else {
      el.setAttribute(key === 'cls' ? 'class' : key, value === true ? '' : String(value));
    }
  }
  add(el, children);
}

function add(el: Element, children: Child[]): void {
  for (const c of children) {
    if (c === null || c === undefined || c === false) continue;
    if (Array.isArray(c)) add(el, c);
    else el.append(typeof c === 'object' ? c : String(c));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  fill(el, props, children);
  return el;
}

export function s<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const el = document.createElementNS(SVG, tag) as SVGElementTagNameMap[K];
  fill(el, props, children);
  return el;
}

/** Replaces what is inside `el`. */
export function put(el: Element, ...children: Child[]): void {
  el.replaceChildren();
  add(el, children);
}

export function button(text: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, text);
}
