import { bareHost } from './url-policy.ts';

/**
 * Whether a URL is asked directly although there is a proxy: `*`, `example.org` and `.example.org` (with all its
 * sub-domains), `example.org:8443`.
 */
export function skipsProxy(exceptions: readonly string[], url: URL): boolean {
  const host = bareHost(url).toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exceptions.some((exception) => {
    if (exception === '*') return true;
    const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(exception.toLowerCase()) ?? [];
    const domain = name.replace(/^[*]?[.]/, '');
    if (domain === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
    return host === domain || host.endsWith(`.${domain}`);
  });
}
