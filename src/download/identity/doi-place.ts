import { isHeading, markOf } from '../../core/document-marks.ts';

/**
 * Where on a page a DOI stands: documents carry their own in lines made for it, and cite those of others in sentences. Both
 * stand in heads and feet.
 */

/** What introduces the citation of another work, at the start of a line; the citation goes on over some lines. */
const INTRODUCES =
  /^\W*(?:(?:this|the) (?:article|editorial|comment\w*|letter|note|perspective|study|work|paper) (?:refers?|relates?|is about|accompanies|discusses|comments|builds|extends|follows|appears|responds|concerns)|refers? to|see (?:the )?(?:related |original |companion |accompanying |corresponding )?(?:article|paper|publication|study|report|page)s?\b|(?:the )?(?:original|related|linked|companion|accompanying|corresponding|discussed|cited) (?:research )?(?:article|paper|publication|study)s?\s*(?::|\(|can|was|is|appear)|in response to|commentary on|builds? (?:up)?on|based on|about the (?:paper|article|study)|bezieht sich auf|zu(?:m|r) (?:artikel|beitrag|originalarbeit)|(?:cet|l['’]) ?article (?:se rapporte|fait référence)|voir l['’]article|(?:se refiere|referente) a|véase el artículo|ver o artigo|см\. статью|原文|対象論文)/iu;
/** A sentence about a work: quoted, or by its authors, or with a verb of appearing. */
const QUOTED = /[“"«„][^”"»“„]{15,400}[”"»“][^\n]{0,200}$/u;
const ET_AL = /\bet al\b\.?,?[^\n]{0,20}(?:[“"«„]|\((?:1[89]|20)\d\d)/u;
const APPEARS =
  /\b(?:appears?|appeared|appearing|was published|is published|are published|reported|described|published (?:today|this week|online)) (?:today |online |this week )*(?:in|by)\b(?!\s*:)|\b(?:erschien(?:en)?|veröffentlicht) in\b|\bparaît dans\b|\bpublicad[oa] en\b/iu;
const LINES = 5;
const LEAD_CHARS = 600;

/** The lines that lead up to a place, the one it stands in last. */
const leadLines = (text: string, at: number): readonly string[] =>
  text
    .slice(Math.max(0, at - LEAD_CHARS), at)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-LINES);

/** What precedes a DOI as part of its address or name. Blanks are one each: runs of them would take cubic time. */
const NAME =
  /(?:https?:\/\/)?(?:dx\.)?(?:doi\.org\/?)? ?(?:\bdoi\b ?[:.]?)? ?(?:https?:\/\/(?:dx\.)?doi\.org\/)? ?$/iu;
/** A sentence goes on: it did not end in the line before. */
const GOES_ON = /[,;:(–—-]\s*$|\b(?:at|in|see|and|of|the|by|from)\s*$/iu;

/**
 * Whether a DOI ends a sentence or a citation about another work. The search goes back to where the sentence begins, over as
 * many lines as a citation has.
 */
export function isInCitation(text: string, at: number): boolean {
  const lines = leadLines(text, at);
  const begins = lines.findLastIndex((line) => INTRODUCES.test(line));
  if (begins >= 0) return true;
  const own = (lines.at(-1) ?? '').replace(/\s+/g, ' ').replace(NAME, '');
  const isAlone = own.trim() === '';
  // On a line of its own, the line before tells whether it ends a sentence.
  const previous = lines.at(-2) ?? '';
  if (isAlone && !GOES_ON.test(previous)) return false;
  const sentence = lines.slice(isAlone ? -4 : -3).join(' ');
  return QUOTED.test(sentence) || ET_AL.test(sentence) || APPEARS.test(sentence);
}

/** A line that journals set for themselves: volume, pages, year, copyright. */
const OF_JOURNAL =
  /©|\bcopyright\b|\bissn\b|\bvol(?:ume|\.)|\bpp?\.\s*\d|\b(?:1[89]|20)\d\d\b[^\n]{0,20}\d|\d[^\n]{0,20}\b(?:1[89]|20)\d\d\b/iu;
const HEAD_CHARS = 700;
const FOOT_CHARS = 700;

const isMark = (line: string): boolean => {
  const mark = markOf(line);
  return mark !== undefined && isHeading(line, mark);
};

/** The lines before, at and after a place. */
function linesAround(text: string, at: number): readonly string[] {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(0, start).trimEnd().split('\n').at(-1) ?? '';
  const [own = '', after = ''] = text.slice(start).split('\n', 2);
  return [before, own.replace(/10\.\d{4,9}\/\S+/g, ''), after];
}

/**
 * Whether a DOI stands in or beside the line of the journal: above anything that names a kind of text ("Erratum"), or in the
 * foot. There even notices carry their own.
 */
export function isInJournalLine(text: string, at: number): boolean {
  const isHead = at < HEAD_CHARS && !text.slice(0, at).split('\n').some(isMark);
  const isFoot = at >= HEAD_CHARS && at >= text.length - FOOT_CHARS;
  return (isHead || isFoot) && linesAround(text, at).some((line) => OF_JOURNAL.test(line));
}
