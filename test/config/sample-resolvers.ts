import { z } from 'zod';
import { assembleConfig, type ConfigSources } from '../../src/config/assemble-config.ts';
import { readYaml } from '../../src/config/read-yaml.ts';
import { defineResolver, type Resolver } from '../../src/resolvers/resolver.ts';

/** Nobody asks them: only what the configuration needs to know of a resolver matters here. */
const facts = (name: string, tier: string, enabledByDefault = true): Resolver =>
  defineResolver({
    name,
    tier,
    enabledByDefault,
    baseUrl: undefined,
    own: name === 'openalex' ? { page_size: z.number().default(100) } : {},
    accepts: () => false,
    first: () => undefined,
    async *plans() {},
  });

const SAMPLE_RESOLVERS: readonly Resolver[] = [
  facts('openalex', 'direct_oa'),
  facts('unpaywall', 'direct_oa'),
  facts('arxiv', 'direct_oa'),
  facts('semantic_scholar', 'direct_oa'),
  facts('doi_redirect', 'doi_redirect'),
  facts('landing', 'landing_scrape'),
  facts('hal', 'direct_oa', false),
];

/** A configuration from YAML text and the rest of its sources. */
export const load = (yaml = '', rest: Omit<ConfigSources, 'file'> = {}) =>
  assembleConfig({ ...rest, ...(yaml !== '' && { file: readYaml(yaml, 'cd.yaml') }) }, SAMPLE_RESOLVERS);

/** The lines of the error these sources give. */
export function errorsOf(yaml = '', rest: Omit<ConfigSources, 'file'> = {}): readonly string[] {
  try {
    load(yaml, rest);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserError') throw error;
    return error.message.split('\n');
  }
  return [];
}
