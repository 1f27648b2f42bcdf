import type { Zone } from './page-blocks.ts';
import { isOfAbstract, kindOfHeading, startsText } from './page-headings.ts';
import { makeText, type Open, ownersOf, type ZoneOwner, zoneAt } from './page-zones.ts';

/** Headings of the text, after which an element that holds them is the text's, whatever it is called. */
const MIN_TEXT_HEADINGS = 2;

interface ZoneHeading {
  readonly level: number;
  readonly text: string;
  /** It leads somewhere, as in a menu. */
  readonly isLink: boolean;
}

/** A heading that abstracts do not have either. */
const isOfText = (text: string): boolean =>
  startsText(text) || (kindOfHeading(text) === 'named' && !isOfAbstract(text));

/** Related works have abstracts of their own: only what holds the title of the page may be more than that. */
function holdsText({ zone, isSure, hasFront, textHeadings }: ZoneOwner): boolean {
  if (isSure || zone === 'abstract') return false;
  if (hasFront && textHeadings > 0) return zone !== 'beside' || textHeadings >= MIN_TEXT_HEADINGS;
  return zone !== 'beside' && textHeadings >= MIN_TEXT_HEADINGS;
}

function weigh(owner: ZoneOwner, { level, text }: ZoneHeading): void {
  const kind = kindOfHeading(text);
  owner.hasFront ||= level === 1 || (kind === 'abstract' && owner.zone !== 'beside');
  if (isOfText(text)) owner.textHeadings++;
  if (!owner.isOfText && holdsText(owner)) makeText(owner);
}

/**
 * Tells the zone of a place, with what the headings so far have shown. Names of elements mislead: some pages call the
 * container of the whole text after the abstract it begins with, after a menu beside it, or call every paragraph "abstract".
 */
export function textZones() {
  let abstractLevel = 0;
  let isWhole = false;
  let hasBegun = false;

  /** The abstract's own headings, and the first one behind it. */
  function noteInAbstract({ level, text }: ZoneHeading): void {
    const kind = kindOfHeading(text);
    if (kind === 'abstract') abstractLevel ||= level;
    const isNext = level <= abstractLevel && (kind === 'named' || kind === 'references');
    isWhole ||= isNext || startsText(text);
  }

  return {
    zoneOf(place: Open): Zone {
      const zone = zoneAt(place);
      if (zone !== 'abstract') return zone;
      return isWhole || (hasBegun && place.owner?.isParagraph) ? 'text' : zone;
    },
    note(place: Open, heading: ZoneHeading): void {
      if (!heading.isLink) for (const owner of ownersOf(place)) weigh(owner, heading);
      const zone = zoneAt(place);
      if (zone === 'abstract') noteInAbstract(heading);
      hasBegun ||= zone === 'text' && isOfText(heading.text);
    },
  };
}
