/** What can be put into an element; text is always only text. */
export type Child = Node | string | number | null | false | undefined;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. Values from outside may be given as text or attribute: neither is ever read as markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
  return element;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

export function inputById(id: string): HTMLInputElement {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`#${id} is no input`);
  return found;
}

/** Changes text only where it differs: readers of screens are not told twice. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Replaces what is inside. Who had the focus keeps it, where an element with the same `data-key` is there again. */
export function fill(container: HTMLElement, ...children: readonly Child[]): void {
  const held = document.activeElement;
  const key =
    held instanceof HTMLElement && container.contains(held) ? held.getAttribute('data-key') : undefined;
  container.replaceChildren(el('div', {}, ...children));
  if (typeof key !== 'string') return;
  const again = [...container.querySelectorAll('[data-key]')].find(
    (one) => one.getAttribute('data-key') === key,
  );
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** What stands in backticks is code. */
export const withCode = (text: string): Child[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? el('code', {}, part) : part));

/** Draws only when what is shown has changed: nothing moves under the pointer, and little is done. */
export function painter<T>(container: HTMLElement, draw: (value: T) => readonly Child[]) {
  let last = '';
  return (value: T): void => {
    const json = JSON.stringify(value);
    if (json === last) return;
    last = json;
    fill(container, ...draw(value));
  };
}

interface TableSpec {
  readonly caption: string;
  readonly head: readonly { readonly text: string; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly Child[])[];
}

/** A table that scrolls by itself where it is too wide; the first cell names the row. */
export function table({ caption, head, rows }: TableSpec): HTMLElement {
  const cell = (child: Child, index: number): HTMLElement => {
    if (index === 0) return el('th', { scope: 'row' }, child);
    return el('td', { class: head[index]?.isNumber ? 'n' : undefined }, child);
  };
  return el(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': caption, tabindex: 0, 'data-key': `table ${caption}` },
    el(
      'table',
      {},
      el('caption', {}, caption),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...head.map(({ text, isNumber }) =>
            el('th', { scope: 'col', class: isNumber ? 'n' : undefined }, text),
          ),
        ),
      ),
      el('tbody', {}, ...rows.map((cells) => el('tr', {}, ...cells.map(cell)))),
    ),
  );
}
