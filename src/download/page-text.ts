import { type AccessOffer, accessOffer } from '../core/access-offer.ts';
import { gatherIdentity } from './identity/page-facts.ts';
import type { Zone } from './page-blocks.ts';
import { kindOfHeading } from './page-headings.ts';
import { pageOutline } from './page-outline.ts';
import { type Open, OUTSIDE, unlessInMenu, zoneAt } from './page-zones.ts';
import { breaksOff, goesOn } from './set-lines.ts';
import { textZones } from './text-zones.ts';

/** Longer blocks are taken in pieces. */
const MAX_BLOCK = 16 * 1024;
const MAX_LABEL = 600;
/** A heading that no element marks ranks below all that are. */
const UNMARKED_LEVEL = 7;
const MAX_UNMARKED = 80;
/** Labels, headings and short lines that are held against lists of words; real pages have a tenth of it. */
const MAX_COMPARED = 20_000;
const WHOLLY_BOLD = 0.8;
const WHOLLY_LINKED = 0.6;

/** What pages print beside a title that everybody may read. */
const OPEN_LABEL =
  /^[^\p{L}]*(?:(?:this is an )?open[ -]access(?: article)?|free (?:full[ -]text|access|article)|acceso abierto|acesso aberto|accesso aperto|accès libre|libre accès|freier zugang|открытый доступ|开放获取|オープンアクセス|오픈 ?액세스)[^\p{L}]*$/iu;

/** Text as it comes, with how much of it leads elsewhere or is set as a heading. */
interface Run {
  text: string;
  isBlank: boolean;
  awayChars: number;
  boldChars: number;
  /** Links to a reference or a figure on the same page. */
  marks: number;
}

const emptyRun = (): Run => ({ text: '', isBlank: true, awayChars: 0, boldChars: 0, marks: 0 });

function append(run: Run, text: string, { isAway, isBold }: Open): void {
  const chars = text.trim().length;
  run.text += text;
  run.isBlank &&= chars === 0;
  if (isAway) run.awayChars += chars;
  if (isBold) run.boldChars += chars;
}

const shareOf = (chars: number, { text }: Run): number =>
  Math.min(1, chars / Math.max(1, text.trim().length));

/** An offer, and whether it stands apart from the text: in a column beside it. */
export interface PageOffer extends AccessOffer {
  readonly isAside: boolean;
}

/** Keeps the plainest of the offers that a page makes for its text. */
function offers(outline: Pick<ReturnType<typeof pageOutline>, 'isOfOthers' | 'isInText'>) {
  let found: PageOffer | undefined;
  let compared = 0;
  return {
    found: () => found,
    lookAt(text: string, place: Open, isLabel: boolean): void {
      if (place.isQuoted || outline.isOfOthers() || found?.isPart || compared++ > MAX_COMPARED) return;
      const isInText = !isLabel && outline.isInText();
      unlessInMenu(place, () => {
        const zone = zoneAt(place);
        const offer = zone === 'references' ? undefined : accessOffer(text, isInText);
        const isAside = zone === 'chrome';
        if (offer && (!found || found.isAside || offer.isPart || !isAside)) found = { ...offer, isAside };
      });
    },
  };
}

export interface Label {
  readonly name: string;
  readonly run: Run;
}

export const startLabel = (name: string): Label => ({ name, run: emptyRun() });

export function addToLabel({ run }: Label, text: string, element: Open): void {
  if (run.text.length < MAX_LABEL) append(run, text.slice(0, MAX_LABEL), element);
}

/** A line that stands for a heading: it names a section, and what is not the text only where it is set as a heading. */
function standsForHeading(run: Run, place: Open): boolean {
  const zone = zoneAt(place);
  if (run.text.length > MAX_UNMARKED || run.awayChars > 0 || zone === 'chrome' || zone === 'beside')
    return false;
  const kind = kindOfHeading(run.text);
  return kind === 'beside' ? shareOf(run.boldChars, run) > WHOLLY_BOLD : kind !== 'body';
}

interface Place {
  readonly element: Open;
  readonly depth: number;
}

/** Sorts whole headings and blocks of a page. */
function textSorter() {
  const outline = pageOutline();
  const identity = gatherIdentity();
  const zones = textZones();
  const { lookAt, found } = offers(outline);
  const said = { title: '', heading: '', isMarkedOpen: false };
  let compared = 0;

  function noteOpen(text: string, element: Open): void {
    if (text.length > MAX_UNMARKED || outline.isOfOthers() || !OPEN_LABEL.test(text)) return;
    unlessInMenu(element, () => {
      said.isMarkedOpen = true;
    });
  }

  function takeDois(text: string, zone: Zone): void {
    if (zone === 'text') for (const line of text.split('\n')) identity.takeDoiLine(line.trim());
    if (zone !== 'references' && zone !== 'beside') identity.takeDoisNamed(text);
  }

  return {
    outline,
    identity,
    said,
    lookAt,
    found,
    takeBlock(run: Run, { element, depth }: Place): void {
      const zone = zones.zoneOf(element);
      noteOpen(run.text, element);
      lookAt(run.text, element, zone !== 'text');
      unlessInMenu(element, () => identity.takeLine(run.text));
      if (!outline.isBesideText()) takeDois(run.text, zone);
      if (compared++ < MAX_COMPARED && standsForHeading(run, element))
        outline.startSection({ text: run.text.trim(), level: UNMARKED_LEVEL, depth, isLink: false });
      else
        outline.addBlock({ text: run.text, linkShare: shareOf(run.awayChars, run), zone, marks: run.marks });
    },
    endHeading(level: number, run: Run, { element, depth }: Place): void {
      if (compared++ >= MAX_COMPARED) return;
      const text = run.text.replace(/\s+/g, ' ').trim();
      const isLink = shareOf(run.awayChars, run) > WHOLLY_LINKED;
      zones.note(element, { level, text, isLink: run.awayChars > 0 });
      unlessInMenu(element, () => {
        if (level === 1) said.heading ||= text;
        if (!isLink) identity.takeHeading(level, text);
        identity.takeLine(text);
      });
      lookAt(text, element, true);
      const zone = zones.zoneOf(element);
      if (zone === 'text' || zone === 'references') outline.startSection({ text, level, depth, isLink });
    },
  };
}

/** Puts the text of a page together: headings, blocks, and the labels of its links and buttons. */
export function followText() {
  const { outline, identity, said, lookAt, found, ...sorter } = textSorter();
  let block = emptyRun();
  let place = OUTSIDE;
  /** Where a line broke off that waits for the next one. */
  let brokenAt: number | undefined;

  function takeBlock(depth: number): void {
    const run = block;
    block = emptyRun();
    brokenAt = undefined;
    sorter.takeBlock(run, { element: place, depth });
  }

  function endBlock(depth: number): void {
    if (block.isBlank) block = emptyRun();
    else if (breaksOff(block.text, place)) brokenAt ??= depth;
    else takeBlock(depth);
  }

  function endBroken(): void {
    if (brokenAt !== undefined) takeBlock(brokenAt);
  }

  return {
    identity,
    endBlock,
    lookForOffer: (text: string, element: Open): void => lookAt(text, element, true),
    /** A link; those before the text lead to the work that the page holds. */
    takeLink(url: string, element: Open): void {
      const zone = zoneAt(element);
      if (outline.isBesideText() || zone === 'references' || zone === 'beside') return;
      identity.takeDoisNamed(url);
      if (said.heading !== '' && !outline.hasProse()) unlessInMenu(element, () => identity.takeDoiLink(url));
    },
    addMark: (): void => void block.marks++,
    close(depth: number): void {
      if (brokenAt !== undefined && depth < brokenAt - 1) endBroken();
      outline.close(depth);
    },
    addText(text: string, element: Open, depth: number): void {
      if (brokenAt !== undefined && text.trim() === '') return;
      if (brokenAt !== undefined && goesOn(text, element)) {
        append(block, ' ', element);
        brokenAt = undefined;
      }
      endBroken();
      if (block.isBlank) place = element;
      append(block, text, element);
      if (block.text.length > MAX_BLOCK) takeBlock(depth);
    },
    endLabel({ name, run }: Label, element: Open, depth: number): void {
      if (run.isBlank) return;
      endBroken();
      if (name === 'title') said.title ||= run.text.replace(/\s+/g, ' ').trim();
      else sorter.endHeading(Number(name.slice(1)), run, { element, depth });
    },
    end() {
      endBlock(0);
      endBroken();
      identity.takeTitle(said.title);
      return { ...said, ...outline.end(), ...identity.end(), offer: found() };
    },
  };
}
