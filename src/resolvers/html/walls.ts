import type { Reason } from '../../core/errors.ts';
import { parseUrl } from '../../core/url.ts';

/** Titles of pages that ask for proof of being human, or for patience while a script works. */
const CHALLENGE_TITLE =
  /^(?:just a moment|attention required|checking your browser|please wait|access denied|preparing to download|verif(?:y|ying) (?:you are|that you are)|are you a robot|security check|ddos-guard|radware|client challenge|one moment, please|human verification|captcha)/i;
const LOGIN_TITLE = /^(?:log ?in|sign ?in|authentication required|institutional login|shibboleth)\b/i;

/** Addresses that requests end at when a site turns them away (from the harvester of the Internet Archive). */
const CHALLENGE_ADDRESS =
  /\/cookieabsent\b|[?&]cookieset=1\b|error=cookies_not_supported|osapublishing\.org\/captcha|perfdrive\.com\//i;
const LOGIN_ADDRESS = /\/\/idp\.springer\.com\/|\/login\?target=|\/sblogin\b|\/\/login\.bepress\.com\//i;

/** What a page is when it stands before the one asked for; judged by its title, or by where the request ended. */
export function wallOf(
  title: string,
  url: string,
): Extract<Reason, 'challenge-page' | 'login-page'> | undefined {
  const text = title.trim();
  const address = parseUrl(url)?.href ?? url;
  if (CHALLENGE_TITLE.test(text) || CHALLENGE_ADDRESS.test(address)) return 'challenge-page';
  if (LOGIN_TITLE.test(text) || LOGIN_ADDRESS.test(address)) return 'login-page';
  return undefined;
}
