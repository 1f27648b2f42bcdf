import type { LoadedConfig } from '../config/assemble-config.ts';
import { envName } from '../config/read-env.ts';
import { allowsType, nodeAt } from '../config/schema-node.ts';
import { secretKeysIn } from '../config/secrets-in.ts';
import { type KeyPath, keyName } from '../config/setting.ts';
import { UserError } from '../core/errors.ts';
import type { RunRow } from '../ledger/catalog.ts';
import type { Wanted } from './wire-sources.ts';

/** What is stored with a run: everything it was started with but the values of secrets. */
export interface StoredStart {
  readonly config: unknown;
  readonly wanted: Wanted;
  /** Keys of secrets that were set; absent in runs of earlier versions. */
  readonly secrets?: readonly KeyPath[];
}

export const startOf = (loaded: LoadedConfig, wanted: Wanted): StoredStart => ({
  config: loaded.storable,
  wanted,
  secrets: secretKeysIn(loaded),
});

export const storedStart = ({ config_json }: RunRow): StoredStart => JSON.parse(config_json) as StoredStart;

/** A variable has no dots or dashes in its name. */
const asVariable = (path: KeyPath): readonly string[] =>
  path.every((key) => /^[a-z0-9_]+$/.test(key)) ? [envName(path)] : [];

const missingIn = (run: RunRow, loaded: LoadedConfig): readonly KeyPath[] => {
  const given = new Set(secretKeysIn(loaded).map(keyName));
  const { secrets = [] } = storedStart(run);
  return secrets.filter((path) => !given.has(keyName(path)) && !isSaid(loaded, path));
};

function refusal(run: RunRow, missing: readonly KeyPath[], { schema }: LoadedConfig): UserError {
  const variables = missing.flatMap(asVariable);
  const orEnv = variables.length > 0 ? ` or in the environment (${variables.join(', ')})` : '';
  const mayBeNull = missing.every((path) => {
    const node = nodeAt(schema, path);
    return node !== undefined && allowsType(node, 'null');
  });
  const [are, them] = missing.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return new UserError(
    `run ${run.run_id} was started with ${missing.map(keyName).join(', ')}, which ${are} not stored with it: ` +
      `give ${them} again with -c FILE${orEnv}${mayBeNull ? `, or set ${them} to null to go on without` : ''}`,
  );
}

/**
 * A run that was started through a proxy, or with keys and headers, must not go on without them unnoticed. Whoever sets a
 * key to null says that it is not wanted any more.
 */
export function refuseWithoutSecrets(run: RunRow, loaded: LoadedConfig): void {
  const missing = missingIn(run, loaded);
  if (missing.length > 0) throw refusal(run, missing, loaded);
}

const PROXY = keyName(['http', 'proxy']);

/** Works that another run left waiting were to be fetched through its proxy: they are not fetched around it. */
export function refuseWithoutProxy(run: RunRow, loaded: LoadedConfig): void {
  const missing = missingIn(run, loaded).filter((path) => keyName(path) === PROXY);
  if (missing.length > 0) throw refusal(run, missing, loaded);
}

/** A section that is there says nothing about its keys. */
const isSaid = ({ origins }: LoadedConfig, path: KeyPath): boolean => origins.has(keyName(path));
