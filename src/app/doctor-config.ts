import type { LoadedConfig } from '../config/assemble-config.ts';
import { originOf } from '../config/merge.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import type { Files } from '../core/files.ts';
import { type Finding, good, problem, warning } from './finding.ts';
import type { Platform } from './platform.ts';

export interface ConfigDoctor {
  readonly loaded: LoadedConfig;
  readonly platform: Platform;
}

/** Addresses that stand in examples: Unpaywall answers them with 422, and nobody can be reached there. */
const PLACEHOLDER = /@(?:.*\.)?(?:example\.(?:com|org|net|edu)|test|invalid|localhost)$|^your/i;

/** Sources that give much less without a key, and what exactly. */
const KEYED: Readonly<Record<string, string>> = {
  openalex: 'without a key it grants a tenth of the free daily allowance',
  core: 'without a key it answers few calls a day',
  semantic_scholar:
    'without a key all the world shares one small allowance: most calls are answered with 429',
  openaire: 'without a key it answers 60 calls an hour',
  osf: 'without a key it answers 100 calls an hour',
};

/** What the configuration itself lacks for what it asks for. */
export async function checkConfig({ loaded, platform }: ConfigDoctor): Promise<readonly Finding[]> {
  const { config, warnings } = loaded;
  return [
    checkContact(config),
    ...checkKeys(config),
    ...checkBackends(config),
    ...checkHoles(config),
    ...checkProxy(loaded),
    ...(await checkInputs(config, platform.files)),
    ...warnings.map((text) => warning('config', text, 'see docs/configuration.md')),
  ];
}

function checkProxy({ config: { http }, origins }: LoadedConfig): readonly Finding[] {
  if (http.proxy === null) return [];
  const from = originOf(origins, ['http', 'proxy']) ?? 'http.proxy';
  return [good('proxy', `requests go through ${new URL(http.proxy).host} (from ${from})`)];
}

function checkContact({ mailto, http }: Config): Finding {
  const advice = 'set mailto (or DTKG_MAILTO) to an address you read';
  if ('*' in http.connect_to) return good('contact', 'not needed: http.connect_to stands in for all hosts');
  if (mailto === null)
    return problem('contact', 'mailto is not set: no real server is asked without it', advice);
  return PLACEHOLDER.test(mailto)
    ? problem('contact', `${mailto} is a placeholder`, advice)
    : good('contact', mailto);
}

function checkKeys(config: Config): readonly Finding[] {
  const inUse = resolverRoute(config).flatMap(({ resolvers }) => resolvers);
  const keyed = inUse.filter((name) => Object.hasOwn(KEYED, name));
  const rows = keyed.map((name) => {
    if (resolverOptions(config, name).api_key !== null) return good('key', `${name} has one`);
    const env = `DOCSTOKG_CONTENT_API_KEY_${name.toUpperCase()}`;
    return warning('key', `${name}: ${KEYED[name]}`, `set ${env} or resolvers.${name}.api_key`);
  });
  const spends = config.budgets.openalex_usd_per_day > 0 && inUse.includes('openalex');
  return spends && resolverOptions(config, 'openalex').api_key === null
    ? [
        ...rows,
        problem(
          'key',
          'budgets.openalex_usd_per_day needs a key of OpenAlex',
          'set resolvers.openalex.api_key',
        ),
      ]
    : rows;
}

function checkBackends({ rate_limit, http: { cache } }: Config): readonly Finding[] {
  const named = [
    ['rate_limit.backend', rate_limit.backend, ['memory', 'multiprocess', 'sqlite']],
    ['http.cache.backend', cache.enabled ? cache.backend : 'memory', ['memory', 'sqlite']],
  ] as const;
  return named
    .filter(([, backend, known]) => !(known as readonly string[]).includes(backend))
    .map(([key, backend, known]) =>
      problem('service', `${key}: ${backend} is not part of this version`, `use ${known.join(' or ')}`),
    );
}

/** What is allowed, but is meant for servers of one's own. */
function checkHoles({ http, robots }: Config): readonly Finding[] {
  return [
    ...(http.verify_tls ? [] : [warning('safety', 'http.verify_tls is off', 'give http.ca_file instead')]),
    ...(robots.enabled
      ? []
      : [warning('safety', 'robots.enabled is off', 'leave it on for servers that are not your own')]),
  ];
}

async function checkInputs(
  { inputs, http }: Config,
  files: Pick<Files, 'stat'>,
): Promise<readonly Finding[]> {
  const named = Object.entries({
    'inputs.ids': inputs.ids,
    'inputs.works': inputs.works,
    'http.ca_file': http.ca_file,
  });
  const rows = await Promise.all(
    named.map(async ([key, path]) => {
      if (path === null || path === '-') return [];
      return (await files.stat(path)) === undefined
        ? [problem('file', `${key}: there is no ${path}`, `correct ${key}`)]
        : [good('file', `${key}: ${path}`)];
    }),
  );
  return rows.flat();
}
