/** An address met on a page, as written there, and what led to it. */
export interface FoundLink {
  readonly href: string;
  readonly evidence: string;
}
