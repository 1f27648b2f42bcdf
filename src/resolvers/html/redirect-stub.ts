/** Where a browser is sent by a script that does nothing else: one assignment or call with a plain string. */
const REDIRECTS: readonly RegExp[] = [
  /\b(?:window|document|self|top|parent)\s*\.\s*location(?:\.href)?\s*=\s*(["'])((?:https?:\/)?\/[^"'\s<>+]+)\1(?!\s*\+)/,
  /\blocation\.(?:replace|assign)\s*\(\s*(["'])((?:https?:\/)?\/[^"'\s<>+]+)\1\s*\)/,
  /(?:^|[\s;{])location(?:\.href)?\s*=\s*(["'])((?:https?:\/)?\/[^"'\s<>+]+)\1(?!\s*\+)/,
  // insights.ovid.com/crossref names the page of the journal so.
  /\bjournalURL\s*=\s*(["'])(https?:\/\/[^"'\s<>+]+)\1/,
];
const MAX_SCRIPT_LENGTH = 20_000;

/** The address that a short script sends the browser on to. */
export function redirectInScript(script: string): string | undefined {
  if (script.length > MAX_SCRIPT_LENGTH || !/location|journalURL/.test(script)) return undefined;
  for (const pattern of REDIRECTS) {
    const url = pattern.exec(script)?.[2];
    if (url !== undefined) return url.replace(/\\\//g, '/');
  }
  return undefined;
}

/** A page that waits longer before it sends on is a page to be read. */
const MAX_REFRESH_S = 30;

/** The address in the value of a refresh, `0; url='…'`. */
export function refreshTarget(value: string): string | undefined {
  const [, seconds = '0', quoted, plain] =
    /^\s*(?:(\d+)(?:\.\d*)?\s*|\.\d*\s*)?[;,]\s*(?:url\s*=\s*)?(?:["']([^"']+)|([^"'\s]+))/i.exec(value) ??
    [];
  return Number(seconds) <= MAX_REFRESH_S ? (quoted ?? plain)?.trim() : undefined;
}
