import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UserError } from '../core/errors.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import type { ConfigSources } from './assemble-config.ts';
import { isSection, keyName } from './setting.ts';

/** What the sources say under `plugins`, the highest first. It is looked at before anything else can be checked. */
function saidPlugins({ given, file, env, flags }: ConfigSources): unknown {
  const inSettings = (settings: NonNullable<ConfigSources['flags']> = []): unknown =>
    settings.findLast(({ path }) => keyName(path) === 'plugins')?.value;
  return (
    inSettings(flags) ??
    fromEnv(env?.['DTKG_PLUGINS']) ??
    inSettings(file?.settings) ??
    fromGiven(given?.values)
  );
}

const fromGiven = (values: unknown): unknown => (isSection(values) ? values['plugins'] : undefined);

/** What is no JSON is told by whoever checks the environment as a whole. */
function fromEnv(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A path is relative to the working directory, as all paths of a configuration; a package is looked for from there. */
function addressOf(name: string): string {
  if (/^(?:\.{1,2}\/|\/)/.test(name)) return pathToFileURL(resolve(name)).href;
  try {
    return pathToFileURL(createRequire(join(process.cwd(), 'package.json')).resolve(name)).href;
  } catch {
    return name;
  }
}

const refusal = (name: string, problem: string, cause?: unknown): UserError =>
  new UserError(`config: plugins: ${name} ${problem}`, 2, cause);

const isFunction = (value: unknown): boolean => typeof value === 'function';

function isResolver(value: unknown): value is Resolver {
  if (!isSection(value)) return false;
  const { name, tier, own, accepts, first, plans, fileHeaders } = value;
  const isNamed = typeof name === 'string' && /^[a-z][a-z0-9_]*$/.test(name);
  return (
    isNamed &&
    typeof tier === 'string' &&
    isSection(own) &&
    [accepts, first, plans, fileHeaders].every(isFunction)
  );
}

/** Code comes from files of this machine: what an address holds was seen by nobody. A drive letter is no scheme. */
const isAddress = (name: string): boolean => /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(name);

async function resolversOf(name: string): Promise<readonly Resolver[]> {
  if (isAddress(name)) throw refusal(name.slice(0, 80), 'is an address: name a file or a package');
  let module: Readonly<Record<string, unknown>>;
  try {
    module = (await import(addressOf(name))) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw refusal(name, `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  const { resolvers } = module;
  if (!Array.isArray(resolvers) || !resolvers.every(isResolver))
    throw refusal(name, 'exports no `resolvers`: a list of values made by defineResolver');
  return resolvers;
}

/** The resolvers that modules under `plugins` add, in the order they are named. */
export async function loadPlugins(sources: ConfigSources): Promise<readonly Resolver[]> {
  const said = saidPlugins(sources);
  const names = Array.isArray(said) ? said.filter((name) => typeof name === 'string') : [];
  const known = new Set(RESOLVERS.map((resolver) => resolver.name));
  const added: Resolver[] = [];
  for (const name of names) {
    for (const resolver of await resolversOf(name)) {
      if (known.has(resolver.name)) throw refusal(name, `adds ${resolver.name}, which there is already`);
      known.add(resolver.name);
      added.push(resolver);
    }
  }
  return added;
}
