import type { Anchor } from './judge-anchor.ts';
import { isContainer, type Section, SectionTracker } from './page-sections.ts';
import { addressInCode, dataLinks, wordsOfPicture } from './tag-links.ts';
import type { Attributes } from './walk-html.ts';

export const MAX_PARTS = 5000;
const MAX_TEXT_LENGTH = 300;
const MAX_AFTER_LENGTH = 40;

/** The text of one paragraph, list item or the like; anchors keep it to know what stands around them. */
export interface Block {
  text: string;
  length: number;
  hasAnchor: boolean;
  section: Section;
}

/** Of the first two ranks. */
export interface Heading {
  readonly text: string;
  readonly level: number;
  /** It leads somewhere: on lists of works, to one of them. */
  readonly hasAnchor: boolean;
}

type OpenAnchor = Anchor & { text: string; after: string };

const newBlock = (): Block => ({ text: '', length: 0, hasAnchor: false, section: 'work' });
const BLOCKS = new Set(
  'p li td th dd dt div section article h1 h2 h3 h4 h5 h6 br tr ul ol table dl hr form nav aside header footer main figure blockquote body'.split(
    ' ',
  ),
);
/** Elements whose text is not shown, or not as part of the page. */
const UNSEEN = new Set(['script', 'style', 'title', 'template', 'textarea']);
const LINKS = new Set(['a', 'button', 'area']);

const levelOf = (tag: string): number => (/^h[1-6]$/.test(tag) ? Number(tag[1]) : 0);

/** Follows the text of a page: its title and headings, and the links with the words in them and around them. */
export class PageText {
  readonly anchors: Anchor[] = [];
  readonly embeds: Anchor[] = [];
  readonly headings: Heading[] = [];
  readonly blocks: Block[] = [];
  title = '';
  /** Characters that readers see. */
  length = 0;
  private readonly sections = new SectionTracker();
  /** The element whose text is not shown. */
  private unseen: string | undefined;
  private isTitled = false;
  private anchor: OpenAnchor | undefined;
  private last: OpenAnchor | undefined;
  private block = newBlock();
  private heading: { readonly level: number; text: string } | undefined;

  open(tag: string, attributes: Attributes): void {
    if (BLOCKS.has(tag)) this.endBlock();
    if (isContainer(tag)) this.sections.open(tag, attributes);
    if (UNSEEN.has(tag)) this.unseen = tag;
    const level = levelOf(tag);
    if (level > 0) this.heading = { level, text: '' };
    if (tag === 'img' && this.anchor && this.anchor.text.length < MAX_TEXT_LENGTH)
      this.anchor.text += ` ${wordsOfPicture(attributes)} `;
    for (const { href, evidence } of dataLinks(tag, attributes))
      this.add(this.anchors, { href, attributes, text: evidence });
    if (LINKS.has(tag)) this.openLink(attributes);
  }

  close(tag: string): void {
    if (tag === 'title' && this.unseen === tag) this.isTitled = true;
    if (tag === this.unseen) this.unseen = undefined;
    if (LINKS.has(tag)) this.endAnchor();
    if (levelOf(tag) > 0) this.endHeading();
    if (BLOCKS.has(tag)) this.endBlock();
    if (isContainer(tag)) this.sections.close(tag);
  }

  /** Text outside of scripts. */
  text(text: string): void {
    const piece = text.slice(0, MAX_TEXT_LENGTH);
    // Pictures within an anchor have titles too.
    const isOfPicture = this.unseen === 'title' && this.anchor !== undefined;
    if (this.unseen === 'title' && !isOfPicture && !this.isTitled)
      this.title = (this.title + piece).slice(0, MAX_TEXT_LENGTH);
    if (this.unseen !== undefined && !isOfPicture) return;
    this.length += text.trim().length;
    this.block.length += text.length;
    append(this.block, piece);
    if (this.heading) append(this.heading, piece);
    if (this.anchor) append(this.anchor, piece);
    else if (this.last && this.last.after.length < MAX_AFTER_LENGTH)
      this.last.after += piece.slice(0, MAX_AFTER_LENGTH);
  }

  /** Adds a link at this place of the page. */
  add(list: Anchor[], link: Pick<Anchor, 'href' | 'attributes' | 'text'>): OpenAnchor {
    const added = { ...link, after: '', section: this.sections.section, block: this.block };
    this.block.hasAnchor = true;
    if (list.length < MAX_PARTS) list.push(added);
    return added;
  }

  private openLink(attributes: Attributes): void {
    this.endAnchor();
    const href = addressInCode(attributes);
    if (href !== undefined) this.anchor = this.add(this.anchors, { href, attributes, text: '' });
  }

  private endAnchor(): void {
    this.last = this.anchor;
    if (this.anchor) this.anchor.text = this.anchor.text.replace(/\s+/g, ' ').trim();
    this.anchor = undefined;
  }

  private endBlock(): void {
    if (!this.block.hasAnchor && this.block.length > 0) this.sections.heading(this.block.text);
    this.keepBlock();
    this.last = undefined;
  }

  private endHeading(): void {
    if (!this.heading) return;
    const { text, level } = this.heading;
    this.sections.heading(text, level);
    if (this.headings.length < MAX_PARTS && level <= 2)
      this.headings.push({ text, level, hasAnchor: this.block.hasAnchor });
    this.heading = undefined;
    this.keepBlock();
  }

  private keepBlock(): void {
    this.block.section = this.sections.section;
    if (this.blocks.length < MAX_PARTS && /\S/.test(this.block.text)) this.blocks.push(this.block);
    this.block = newBlock();
  }
}

function append(to: { text: string }, piece: string): void {
  if (to.text.length < MAX_TEXT_LENGTH) to.text += piece;
}
