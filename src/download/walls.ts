import { parseUrl } from '../core/url.ts';
import type { HeaderMap } from '../http/client.ts';

interface Wall {
  readonly kind: 'challenge-page' | 'login-page';
  readonly evidence: string;
}

/** Addresses to which publishers send those they do not want to see, as met by the Internet Archive's harvester. */
const WALLS: readonly { readonly kind: Wall['kind']; readonly pattern: RegExp }[] = [
  { kind: 'challenge-page', pattern: /(^|\.)perfdrive\.com\// },
  { kind: 'challenge-page', pattern: /\/captcha\b/ },
  { kind: 'challenge-page', pattern: /\/cdn-cgi\/challenge/ },
  { kind: 'login-page', pattern: /\/cookieabsent\b/ },
  { kind: 'login-page', pattern: /[?&]cookieset=1\b/ },
  { kind: 'login-page', pattern: /error=cookies_not_supported/ },
  { kind: 'login-page', pattern: /^idp\.springer\.com\// },
  { kind: 'login-page', pattern: /\/login\?target=/ },
  { kind: 'login-page', pattern: /\/sblogin\b/ },
  { kind: 'login-page', pattern: /^login\./ },
];

/** Serves the first page of an article as a PDF of its own. */
const PREVIEW_HOST = 'page-one.live.cf.public.springer.com';

const bare = (url: string): string => {
  const parsed = parseUrl(url);
  return parsed ? `${parsed.hostname}${parsed.pathname}${parsed.search}`.toLowerCase() : '';
};

/** A wall told by where the redirects ended. */
export function wallByUrl(hops: readonly string[]): Wall | undefined {
  const last = bare(hops.at(-1) ?? '');
  const wall = WALLS.find(({ pattern }) => pattern.test(last));
  return wall && { kind: wall.kind, evidence: `answered by ${last.slice(0, 100)}` };
}

/** A challenge told by what its maker says in the headers. */
export function wallByHeaders(headers: HeaderMap): Wall | undefined {
  for (const name of ['cf-mitigated', 'x-amzn-waf-action']) {
    const value = headers[name];
    if (value && /challenge|captcha/i.test(value))
      return { kind: 'challenge-page', evidence: `${name}: ${value}` };
  }
  return undefined;
}

/** A preview in the clothes of the paper: told by its host, or by Elsevier's `X-ELS-Status: WARNING - Response limited…`. */
export function previewMark(hops: readonly string[], headers: HeaderMap): string | undefined {
  if (hops.some((url) => parseUrl(url)?.hostname === PREVIEW_HOST)) return PREVIEW_HOST;
  const status = headers['x-els-status'];
  return status?.startsWith('WARNING') ? `x-els-status: ${status.slice(0, 100)}` : undefined;
}
