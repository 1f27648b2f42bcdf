/** An address met on a page, as written there, and what led to it. */
export interface FoundLink {
  readonly href: string;
  readonly evidence: string;
}

/** What the data in a script says of the page. */
export interface ScriptData {
  readonly links: readonly FoundLink[];
  /** Types of the thing that the page shows, as schema.org names them. */
  readonly types: readonly string[];
  /** What the work on the page is called there. */
  readonly titles: readonly string[];
  /** DOIs and addresses under which the work is known. */
  readonly identifiers: readonly string[];
  /** The page says that its work is not free to read. */
  readonly isWithheld: boolean;
}

export const NO_DATA: ScriptData = { links: [], types: [], titles: [], identifiers: [], isWithheld: false };

/** Evidence of links in JSON-LD. */
export const LINKED_DATA = 'JSON-LD encoding';
