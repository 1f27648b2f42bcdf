import { nextTurn } from '../../platform/next-turn.ts';

/** Attributes of one tag, names in lower case; the first of a name counts, as in browsers. */
export type Attributes = ReadonlyMap<string, string>;

export interface HtmlVisitor {
  /** Whether the attributes of such tags are worth collecting. */
  readonly wants: (tag: string) => boolean;
  readonly open: (tag: string, attributes: Attributes) => void;
  readonly close: (tag: string) => void;
  /** Decoded text; script and title text come as a whole. */
  readonly text: (text: string) => void;
}

const MAX_ATTRIBUTES = 60;
const MAX_VALUE_LENGTH = 4096;
/** Two megabytes of tags take 0.14 s; others have a turn in between. */
const SLICE = 256 * 1024;
const NO_ATTRIBUTES: Attributes = new Map();

/**
 * Walks the tags of a page in linear time. It uses the tokenizer alone: the library's parser keeps a stack of open
 * elements whose every push and search costs its depth, quadratic on a page of nested tags.
 */
export async function walkHtml(html: string, visitor: HtmlVisitor): Promise<void> {
  const { Tokenizer } = await import('htmlparser2');
  let tag = '';
  let attributes: Map<string, string> | undefined;
  let name = '';
  let value = '';
  const append = (text: string) => {
    if (attributes && value.length < MAX_VALUE_LENGTH)
      value += text.slice(0, MAX_VALUE_LENGTH - value.length);
  };
  const finishTag = () => {
    visitor.open(tag, attributes ?? NO_ATTRIBUTES);
    attributes = undefined;
  };
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        attributes = visitor.wants(tag) ? new Map() : undefined;
      },
      onattribname(start, end) {
        name = attributes ? html.slice(start, end).toLowerCase() : '';
        value = '';
      },
      onattribdata: (start, end) => append(html.slice(start, end)),
      onattribentity: (codePoint) => append(String.fromCodePoint(codePoint)),
      onattribend() {
        if (attributes && attributes.size < MAX_ATTRIBUTES && !attributes.has(name))
          attributes.set(name, value);
      },
      onopentagend: finishTag,
      onselfclosingtag: finishTag,
      onclosetag: (start, end) => visitor.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => visitor.text(html.slice(start, end)),
      ontextentity: (codePoint) => visitor.text(String.fromCodePoint(codePoint)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  );
  for (let at = 0; at < html.length; at += SLICE) {
    if (at > 0) await nextTurn();
    tokenizer.write(html.slice(at, at + SLICE));
  }
  tokenizer.end();
}
