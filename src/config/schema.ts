import { z } from 'zod';
import { ArtifactsOptions } from '../artifacts/options.ts';
import { DownloadOptions } from '../download/options.ts';
import { BudgetsOptions, HttpOptions, RateLimitOptions, RobotsOptions } from '../http/options.ts';
import { StorageOptions } from '../ledger/options.ts';
import { DedupeOptions, LicensesOptions } from '../pipeline/options.ts';
import { ResolverOptions } from '../resolvers/options.ts';
import { TelemetryOptions } from '../telemetry/options.ts';
import { OrchestratorOptions } from '../workers/options.ts';

/** What the schema needs to know of a resolver; a plug-in's fits as well as a built-in one. */
export interface ResolverFacts {
  readonly name: string;
  readonly tier: string;
  readonly enabledByDefault: boolean;
  readonly own: z.ZodRawShape;
}

const path = (description: string) =>
  z.string().min(1).nullable().default(null).describe(description).meta({ kind: 'path' });

const Inputs = z.strictObject({
  query: z.string().min(1).nullable().default(null).describe('OpenAlex filter, API URL or search text'),
  ids: path('file with one identifier a line'),
  works: path('file with works: JSONL, CSV, BibTeX, RIS or CSL-JSON'),
  max_works: z.number().int().min(1).nullable().default(null).describe('stop listing after so many works'),
});

/** Printable ASCII without spaces around one `@`: it stands in the User-Agent header. */
const Mailto = z.string().regex(/^[!-?A-~]+@[!-?A-~]+$/, 'is not an e-mail address in printable ASCII');

const SECTIONS = {
  run_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'may hold only letters, digits, dot, dash and underscore')
    .nullable()
    .default(null)
    .describe('default: a time-ordered unique id'),
  out: z
    .string()
    .min(1)
    .default('runs/content')
    .describe('folder of runs, catalog and artifacts')
    .meta({ kind: 'path' }),
  mailto: Mailto.nullable()
    .default(null)
    .describe('contact in User-Agent and API calls; needed for the real network'),
  inputs: Inputs.prefault({}).describe('what to acquire'),
  http: HttpOptions.prefault({}).describe('the one way to the network'),
  robots: RobotsOptions.prefault({}).describe('robots.txt'),
  rate_limit: RateLimitOptions.prefault({}).describe('how often a host may be asked'),
  download: DownloadOptions.prefault({}).describe('what is fetched and how it is checked'),
  artifacts: ArtifactsOptions.prefault({}).describe('where files rest'),
  storage: StorageOptions.prefault({}).describe('the database of queue and catalog'),
  orchestrator: OrchestratorOptions.prefault({}).describe('who works, and how patiently'),
  dedupe: DedupeOptions.prefault({}).describe('what is fetched or stored once'),
  plugins: z.array(z.string().min(1)).default([]).describe('modules that add resolvers: paths or packages'),
  licenses: LicensesOptions.prefault({}).describe('which licences are accepted'),
  budgets: BudgetsOptions.prefault({}).describe('what may be spent'),
  telemetry: TelemetryOptions.prefault({}).describe('what is told, and where'),
};

interface ResolversSection {
  /** What runs, in this order, less what is disabled. */
  readonly order: readonly string[];
  /** Tier -> resolvers; the keys are in the order the tiers are tried. */
  readonly tiers: Readonly<Record<string, readonly string[]>>;
  readonly tier_parallel: boolean;
}

/** The whole configuration. Options of one resolver: `resolverOptions(config, name)`. */
export type Config = z.output<z.ZodObject<typeof SECTIONS>> & { readonly resolvers: ResolversSection };

function defaultTiers(resolvers: readonly ResolverFacts[]): Record<string, string[]> {
  const tiers: Record<string, string[]> = {};
  for (const { name, tier, enabledByDefault } of resolvers) {
    if (enabledByDefault) (tiers[tier] ??= []).push(name);
  }
  return tiers;
}

function resolversSchema(resolvers: readonly ResolverFacts[]) {
  const shared = {
    order: z
      .array(z.string())
      .default(resolvers.filter((one) => one.enabledByDefault).map((one) => one.name))
      .describe('what runs, in this order; naming a resolver that is off by default enables it'),
    tiers: z
      .record(z.string(), z.array(z.string()))
      .default(defaultTiers(resolvers))
      .describe('tier -> resolvers; the next tier is tried only when this one gave no artifact'),
    tier_parallel: z
      .boolean()
      .default(false)
      .describe(
        'ask the resolvers of a tier side by side, each for one work at a time: sooner for few works, more requests for many (no batches)',
      ),
  };
  const each = resolvers.map(({ name, own }) => [
    name,
    z
      .strictObject({ ...ResolverOptions.shape, ...own })
      .prefault({})
      .describe(`resolver ${name}`),
  ]);
  return z.strictObject({ ...shared, ...(Object.fromEntries(each) as Record<never, never>) });
}

/** Assembles the options of the rooms; the resolvers' section follows from the list of resolvers. */
export const configSchema = (resolvers: readonly ResolverFacts[]) =>
  z.strictObject({
    ...SECTIONS,
    resolvers: resolversSchema(resolvers).prefault({}).describe('who knows where full texts are'),
  });

/** The options of one resolver: the shared keys and its own. */
export function resolverOptions(config: Config, name: string): ResolverOptions & Record<string, unknown> {
  const all: Readonly<Record<string, unknown>> = { ...config.resolvers };
  return all[name] as ResolverOptions & Record<string, unknown>;
}
