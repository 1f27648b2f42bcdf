import type { Env } from './read-env.ts';
import type { Setting } from './setting.ts';

/** In this order, the first that is set; nearly everything is asked over https. */
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
const EXCEPTIONS = ['NO_PROXY', 'no_proxy'];

interface ProxyReading {
  readonly settings: readonly Setting[];
  readonly warnings: readonly string[];
}

const firstSet = (env: Env, names: readonly string[]): string | undefined => names.find((name) => env[name]);

/** `proxy.example:3128` is common, and means http. */
const asUrl = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

/** The proxy that other programs of this machine go through. Whatever the configuration itself says wins. */
export function readProxyEnv(env: Env): ProxyReading {
  const name = firstSet(env, PROXIES);
  if (name === undefined) return { settings: [], warnings: [] };
  const url = asUrl(env[name] ?? '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { settings: [], warnings: [`config: ${name} is ignored: it is no http or https address`] };
  const except = firstSet(env, EXCEPTIONS);
  const hosts = (env[except ?? ''] ?? '').split(/[\s,]+/).filter((host) => host !== '');
  return {
    settings: [
      { path: ['http', 'proxy'], value: url, origin: `env ${name}` },
      ...(except === undefined
        ? []
        : [{ path: ['http', 'no_proxy'], value: hosts, origin: `env ${except}` }]),
    ],
    warnings: [],
  };
}
