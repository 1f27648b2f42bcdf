/** As much of the DOM as the extraction uses; linkedom brings it, and no browser types are loaded here. */
export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomNode>;
}

export interface DomElement extends DomNode {
  readonly tagName: string;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  closest(selector: string): DomElement | null;
  remove(): void;
}

const ELEMENT = 1;
const TEXT = 3;

export const isElement = (node: DomNode): node is DomElement => node.nodeType === ELEMENT;
export const isText = (node: DomNode): boolean => node.nodeType === TEXT;
