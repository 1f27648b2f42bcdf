import { matchesPath, type PathPattern, pathPattern } from './match-path.ts';

/** What a robots.txt says to one crawler. */
export interface RobotsRules {
  /** `path` is path and query of the URL, as in a request line. */
  allows(path: string): boolean;
  /** In seconds, as written; `undefined` when there is none or it is no number. */
  readonly crawlDelayS: number | undefined;
}

/** Longer lines are cut, as Google's parser does (eight times the longest URL of old browsers, rounded). */
const MAX_LINE = 16 * 1024;

type Directive = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'other';

/** Keys as written in the wild; the misspellings are those Google's parser accepts. */
const DIRECTIVES: Readonly<Record<string, Directive>> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  crawldelay: 'crawl-delay',
};

interface Line {
  readonly directive: Directive;
  readonly value: string;
}

interface Rule {
  readonly allow: boolean;
  readonly pattern: PathPattern;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayS: number | undefined;
}

/** `key: value`, or `key value` where the colon was forgotten and nothing else stands on the line. */
function readLine(raw: string): Line | undefined {
  const cut = raw.slice(0, MAX_LINE);
  const comment = cut.indexOf('#');
  const text = (comment < 0 ? cut : cut.slice(0, comment)).trim();
  const colon = text.indexOf(':');
  const [first, second, third] = colon < 0 ? text.split(/[ \t]+/, 3) : [];
  const key = colon < 0 ? first : text.slice(0, colon).trim();
  const value = colon < 0 ? second : text.slice(colon + 1).trim();
  if (!key || value === undefined || third !== undefined) return undefined;
  const name = key.toLowerCase();
  return { directive: Object.hasOwn(DIRECTIVES, name) ? (DIRECTIVES[name] ?? 'other') : 'other', value };
}

/** The product token at the start of a `User-Agent` line or header: what stands before a version or a space. */
export const productToken = (text: string): string => /^[a-z_-]*/i.exec(text)?.[0].toLowerCase() ?? '';

const isEveryone = (value: string): boolean => /^\*(?:\s|$)/.test(value);

/** A rule for `/index.html` speaks of the folder as well. */
function folderOfIndex(value: string): PathPattern | undefined {
  const folder = /^(?<folder>.*\/)index[.]html?$/.exec(value)?.groups?.['folder'];
  return folder === undefined ? undefined : pathPattern(`${folder}$`);
}

function rulesFor(line: Line): Rule[] {
  const allow = line.directive === 'allow';
  const patterns = [pathPattern(line.value), allow ? folderOfIndex(line.value) : undefined];
  return patterns.filter((pattern) => pattern !== undefined).map((pattern) => ({ allow, pattern }));
}

function delayOf(value: string): number | undefined {
  const seconds = Number(value);
  return value !== '' && seconds >= 0 ? seconds : undefined;
}

/** Feeds lines into the groups that concern this crawler; groups of the same name are one (RFC 9309 2.2.1). */
function collector(agent: string): { take(line: Line): void; chosen(): Group } {
  const everyone: Group = { rules: [], crawlDelayS: undefined };
  const own: Group = { rules: [], crawlDelayS: undefined };
  let seenOwn = false;
  /** A set: a group may be named twice, and counts once. */
  const current = new Set<Group>();
  let inRules = false;

  const startGroup = (value: string): void => {
    if (inRules) current.clear();
    inRules = false;
    if (isEveryone(value)) current.add(everyone);
    if (agent !== '' && productToken(value) === agent) {
      seenOwn = true;
      current.add(own);
    }
  };
  return {
    take(line) {
      if (line.directive === 'other') return;
      if (line.directive === 'user-agent') return startGroup(line.value);
      if (line.directive === 'crawl-delay') {
        for (const group of current) group.crawlDelayS ??= delayOf(line.value);
        return;
      }
      inRules = true;
      for (const group of current) group.rules.push(...rulesFor(line));
    },
    chosen: () => (seenOwn ? own : everyone),
  };
}

/**
 * Reads a robots.txt (RFC 9309) for one crawler, named by its product token. Any text is a robots.txt; what is not
 * understood is passed over.
 */
export function parseRobotsTxt(text: string, agent: string): RobotsRules {
  const { take, chosen } = collector(agent.toLowerCase());
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = readLine(raw);
    if (line) take(line);
  }
  const { rules, crawlDelayS } = chosen();
  return {
    crawlDelayS,
    allows(path) {
      let longest = 0;
      let allowed = true;
      for (const { allow, pattern } of rules) {
        if (pattern.length < longest || (pattern.length === longest && !allow)) continue;
        if (pattern.length === 0 || !matchesPath(pattern, path)) continue;
        longest = pattern.length;
        allowed = allow;
      }
      return allowed;
    },
  };
}
