/** What a page says about which work it holds, and where it says so. */
export interface PageIdentity {
  /** Titles that publishers write for machines: citation tags, Dublin Core, JSON-LD. */
  readonly declaredTitles: readonly string[];
  /** `<title>`, `og:title`. */
  readonly titles: readonly string[];
  /** In their order; those that lead to another page left out. */
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly authors: string;
  /** Texts in which the page names its own DOI and other identifiers. */
  readonly identifiers: readonly string[];
  /** `<link rel=canonical>` and its like. */
  readonly addresses: readonly string[];
  readonly years: readonly number[];
  /** From lines that say nothing but a DOI, references and other works left out. */
  readonly statedDois: readonly string[];
  /** Where links before the first words of prose lead, at doi.org: by the heading a page links what it holds. */
  readonly linkedDois: readonly string[];
  /** From links and short blocks anywhere but in references and among other works. */
  readonly namedDois: readonly string[];
  /** Those that it gives as the work it tells of: "Original publication: 10.…". */
  readonly originals: readonly string[];
  /** What stands before the text, one block a line; menus left out. */
  readonly front: string;
  /** Types that JSON-LD and `og:type` give, in lower case. */
  readonly types: readonly string[];
  readonly generator: string;
}

/** Names under which pages give the facts of the article they hold, by what the facts are. */
const TITLES =
  /^(?:citation_title|dc\.title(?:\.\w+)?|dcterms\.title|prism\.title|eprints\.title|bepress_citation_title|wkhealth_title)$/i;
const AUTHORS =
  /^(?:citation_authors?|dc\.(?:creator|contributor)(?:\.\w+)?|dcterms\.creator|eprints\.creators_name|bepress_citation_author|author)$/i;
const IDENTIFIERS =
  /^(?:citation_(?:doi|pmid|pmcid)|dc\.identifier(?:\.\w+)?|dcterms\.identifier|prism\.doi|bepress_citation_doi|eprints\.(?:doi|id_number)|doi|pbcontext|publication_doi)$/i;
const ADDRESSES = /^(?:og:url|citation_(?:abstract|fulltext|public)_?(?:html_)?url|dc\.relation\.uri)$/i;
const DATES =
  /^(?:citation_(?:publication_|online_)?date|citation_year|dc\.date(?:\.\w+)?|prism\.publicationdate)$/i;
const SCHOLARLY = /^(?:citation_|bepress_citation|dc\.|dcterms\.|prism\.|eprints\.|wkhealth_)/i;
/** Dublin Core stands in pages of every kind; these are made for indexes of articles. */
const OF_ARTICLE =
  /^(?:citation_(?:title|doi|author|journal_title|pdf_url)|bepress_citation|prism\.(?:doi|publicationname)|eprints\.|wkhealth_)/i;
/** `DOI: 10.…`, `https://doi.org/10.…` and nothing else that matters. */
const DOI_LINE =
  /^[^\p{L}\p{N}]*(?:(?:article |digital object identifier |https?:\/\/)?\(?(?:dx\.)?doi\)?(?:\.org\/|\s*(?:number|link)?\s*[:：=]?\s*(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?))\s*(10\.\d{4,9}\/[^\s"<>|]+)/iu;
const DOI_LINK = /^\s*https?:\/\/(?:(?:dx|www)\.)?doi\.org\/(10\.\d{4,9}(?:\/|%2f)[^\s"<>?#]+)/i;
const DOI = /10\.\d{4,9}(?:\/|%2f)[^\s"<>?#]+/i;
const OF_ORIGINAL =
  /^[^\p{L}]*(?:(?:the )?original (?:publication|paper|study|source|research)|(?:read|see|link to) the (?:original |full |research )?(?:paper|study|publication|research)|journal reference|reference paper|originalpublikation|originalarbeit|publication originale|publicación original|publicação original|pubblicazione originale|оригинальная публикация)(?!\p{L})/iu;
/** "How to cite" and its like; what is longer is a paragraph that speaks of a work. */
const MAX_NAMING = 500;
const MAX_DOI_LINE = 160;
const MAX_CHARS = 1000;
const MAX_FRONT = 12_000;
const MAX_HEADINGS = 60;
const MAX_VALUES = 200;
const MAX_NODES = 500;

const yearsOf = (text: string): readonly number[] => (text.match(/\b(?:1[89]|20)\d\d\b/g) ?? []).map(Number);

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const textsOf = (value: unknown, key: string): readonly string[] =>
  listOf(value)
    .slice(0, MAX_NODES)
    .flatMap((one) => {
      const text = isObject(one) ? one[key] : one;
      return typeof text === 'string' ? [text.slice(0, MAX_CHARS)] : [];
    });

const ARTICLE_TYPE = /article|posting|chapter|thesis|report|creativework|publication|webpage/i;
/** Where JSON-LD puts the thing that the page is about. */
const INNER = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasPart'] as const;

/** The things a JSON-LD text tells of the page itself; what they refer to is left out. */
function nodesOf(text: string): readonly Json[] {
  const found: Json[] = [];
  try {
    const queue: unknown[] = [...listOf(JSON.parse(text))];
    for (let at = 0; at < queue.length && at < MAX_NODES; at++) {
      const node = queue[at];
      if (!isObject(node)) continue;
      found.push(node);
      for (const key of INNER) queue.push(...listOf(node[key]).slice(0, MAX_NODES));
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return found;
}

const saysWithheld = (text: string): boolean =>
  /"isAccessibleForFree"\s*:\s*(?:"?\s*false\b|"https?:\/\/schema\.org\/False")/i.test(text);

const saysFree = (text: string): boolean =>
  /"isAccessibleForFree"\s*:\s*(?:"?\s*true\b|"https?:\/\/schema\.org\/True")/i.test(text);

function takeAccess(access: { isWithheld: boolean; isFree: boolean }, text: string): void {
  access.isWithheld ||= saysWithheld(text);
  access.isFree ||= saysFree(text);
}

function emptyFacts() {
  return {
    declaredTitles: [] as string[],
    titles: [] as string[],
    headings: [] as { level: number; text: string }[],
    authors: [] as string[],
    identifiers: [] as string[],
    addresses: [] as string[],
    years: [] as number[],
    statedDois: [] as string[],
    linkedDois: [] as string[],
    namedDois: [] as string[],
    originals: [] as string[],
    types: [] as string[],
  };
}

type Facts = ReturnType<typeof emptyFacts>;

/** Tags whose words are kept as they stand, by what they tell. */
const LISTS: readonly (readonly [
  RegExp,
  'declaredTitles' | 'titles' | 'authors' | 'identifiers' | 'addresses',
])[] = [
  [TITLES, 'declaredTitles'],
  [/^(?:og|twitter):title$/i, 'titles'],
  [AUTHORS, 'authors'],
  [IDENTIFIERS, 'identifiers'],
  [ADDRESSES, 'addresses'],
];

function takeNode(facts: Facts, node: Json): void {
  const types = textsOf(node['@type'], '@id').map((type) => type.toLowerCase());
  facts.types.push(...types.filter((type) => /dataset|software/.test(type)));
  if (!types.some((type) => ARTICLE_TYPE.test(type))) return;
  const isPage = types.every((type) => type.endsWith('webpage'));
  if (!isPage) facts.types.push(...types);
  if (!isPage)
    facts.declaredTitles.push(...textsOf(node['headline'], '@value'), ...textsOf(node['name'], '@value'));
  facts.authors.push(...textsOf(node['author'], 'name'), ...textsOf(node['creator'], 'name'));
  facts.identifiers.push(...textsOf(node['identifier'], 'value'), ...textsOf(node['doi'], 'value'));
  facts.addresses.push(
    ...textsOf(node['@id'], '@id'),
    ...textsOf(node['url'], '@id'),
    ...textsOf(node['sameAs'], '@id'),
  );
  facts.years.push(...textsOf(node['datePublished'], '@value').flatMap(yearsOf));
}

/** DOIs, by where a page names them. */
const doiTakers = (facts: Facts) => ({
  takeDoiLine(text: string): void {
    const [, doi] = text.length <= MAX_DOI_LINE ? (DOI_LINE.exec(text) ?? []) : [];
    if (doi !== undefined && facts.statedDois.length < MAX_VALUES) facts.statedDois.push(doi);
  },
  takeDoisNamed(text: string): void {
    if (text.length > MAX_NAMING || facts.namedDois.length >= MAX_VALUES) return;
    const [doi] = DOI.exec(text) ?? [];
    if (doi !== undefined) facts.namedDois.push(doi);
    if (doi !== undefined && OF_ORIGINAL.test(text)) facts.originals.push(doi);
  },
  takeDoiLink(url: string): void {
    const [, doi] = DOI_LINK.exec(url) ?? [];
    if (doi !== undefined && facts.linkedDois.length < MAX_VALUES) facts.linkedDois.push(doi);
  },
});

/** What the tags of a page say, one after the other. */
export function gatherIdentity() {
  const facts = emptyFacts();
  let front = '';
  let generator = '';
  let isScholarly = false;
  let isOfArticle = false;
  const access = { isWithheld: false, isFree: false };

  function takeMeta(label: string, content: string): void {
    const said = content.slice(0, MAX_CHARS);
    isScholarly ||= SCHOLARLY.test(label);
    isOfArticle ||= OF_ARTICLE.test(label);
    const list = LISTS.find(([pattern]) => pattern.test(label))?.[1];
    if (list) facts[list].push(said);
    else if (/^citation_arxiv_id$/i.test(label)) facts.identifiers.push(`arXiv:${said}`);
    else if (DATES.test(label)) facts.years.push(...yearsOf(said));
    else if (/^og:type$/i.test(label)) facts.types.push(`og:${said.toLowerCase()}`);
    else if (/^generator$/i.test(label)) generator ||= said;
  }

  return {
    takeMeta,
    takeAddress: (url: string): void => void facts.addresses.push(url.slice(0, MAX_CHARS)),
    takeTitle: (text: string): void => void facts.titles.push(text),
    takeHeading(level: number, text: string): void {
      if (facts.headings.length < MAX_HEADINGS) facts.headings.push({ level, text });
    },
    takeLine(text: string): void {
      if (front.length < MAX_FRONT) front += `${text.trim().slice(0, MAX_FRONT)}\n`;
    },
    ...doiTakers(facts),
    takeJson(text: string): void {
      takeAccess(access, text);
      for (const node of nodesOf(text)) takeNode(facts, node);
    },
    end() {
      const first = <Value>(values: readonly Value[]): readonly Value[] => values.slice(0, MAX_VALUES);
      const isScholarlyType = facts.types.some((type) => type.endsWith('scholarlyarticle'));
      return {
        isScholarly: isScholarly || isScholarlyType,
        isTagged: isOfArticle || isScholarlyType,
        ...access,
        identity: {
          declaredTitles: first(facts.declaredTitles),
          titles: first(facts.titles),
          headings: facts.headings,
          authors: first(facts.authors).join('; '),
          identifiers: first(facts.identifiers),
          addresses: first(facts.addresses),
          years: first(facts.years),
          statedDois: facts.statedDois,
          linkedDois: facts.linkedDois,
          namedDois: facts.namedDois,
          originals: facts.originals,
          front: front.slice(0, MAX_FRONT),
          types: first(facts.types),
          generator,
        },
      };
    },
  };
}
