import { parseUrl } from '../../core/url.ts';
import { type WallKind, wallByHeading } from '../../core/wall-words.ts';

/** Addresses that requests end at when a site turns them away (from the harvester of the Internet Archive). */
const CHALLENGE_ADDRESS =
  /\/cookieabsent\b|[?&]cookieset=1\b|error=cookies_not_supported|osapublishing\.org\/captcha|perfdrive\.com\//i;
const LOGIN_ADDRESS = /\/\/idp\.springer\.com\/|\/login\?target=|\/sblogin\b|\/\/login\.bepress\.com\//i;

/** What a page is when it stands before the one asked for; judged by its title, or by where the request ended. */
export function wallOf(title: string, url: string): WallKind | undefined {
  const byTitle = wallByHeading(title);
  if (byTitle) return byTitle;
  const address = parseUrl(url)?.href ?? url;
  if (CHALLENGE_ADDRESS.test(address)) return 'challenge-page';
  return LOGIN_ADDRESS.test(address) ? 'login-page' : undefined;
}
