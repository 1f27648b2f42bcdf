/** What a host says in robots.txt. */
export type RobotsPolicy =
  | { readonly kind: 'allow' }
  /** 404: everything is allowed. */
  | { readonly kind: 'missing' }
  /** Everything, for everybody. */
  | { readonly kind: 'deny-all' }
  /** Search, admin and the like; never where papers are. */
  | { readonly kind: 'some-paths' }
  | { readonly kind: 'crawl-delay'; readonly delayS: number }
  /** 503 on every request: RFC 9309 section 2.3.1.4 makes that a complete disallow. */
  | { readonly kind: 'unavailable' };

/** Paths no `some-paths` host lets robots into. Plain prefixes, so that the judge needs no matcher of its own to trust. */
const CLOSED_PATHS = ['/search', '/admin/', '/cgi-bin/', '/export/', '/cart'] as const;

/** The text of the file; `undefined` when the host has none to give. */
export function robotsText(policy: RobotsPolicy): string | undefined {
  switch (policy.kind) {
    case 'allow':
      return '# Welcome.\nUser-agent: *\nAllow: /\n';
    case 'deny-all':
      return 'User-agent: *\nDisallow: /\n';
    case 'some-paths':
      return [
        'User-agent: *',
        ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
        '',
        'User-agent: BadBot',
        'Disallow: /',
        '',
        'Sitemap: /sitemap.xml',
        '',
      ].join('\r\n');
    case 'crawl-delay':
      return `User-agent: *\nCrawl-delay: ${policy.delayS}\nDisallow: /search\n`;
    case 'missing':
    case 'unavailable':
      return undefined;
  }
}

/** Whether a request for this path breaks the host's rules. */
export function isDenied(policy: RobotsPolicy, path: string): boolean {
  if (path === '/robots.txt') return false;
  switch (policy.kind) {
    case 'allow':
    case 'missing':
      return false;
    case 'deny-all':
    case 'unavailable':
      return true;
    case 'crawl-delay':
      return path.startsWith('/search');
    case 'some-paths':
      return CLOSED_PATHS.some((closed) => path.startsWith(closed));
  }
}
