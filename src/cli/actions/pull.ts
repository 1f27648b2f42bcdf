import type { Wanted } from '../../app/wire-sources.ts';
import type { LoadedConfig } from '../../config/assemble-config.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf } from '../config-of.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { acquire, rehearse } from './acquire.ts';

const QUERY_FILTERS = ['year', 'topic', 'source', 'institution'] as const;
const FILTERS = [...QUERY_FILTERS, 'format', 'columns'] as const;

/** Acquires what arguments, flags and configuration name. */
export const pullAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  const wanted = wantedOf(invocation);
  refuseFilters(loaded, wanted);
  refuseNothing(loaded, wanted);
  const wish = { loaded, wanted, command: 'pull' };
  return hasFlag(invocation, 'dryRun') ? rehearse(invocation, wish) : acquire(invocation, wish);
};

/** The same with everything from the configuration. */
export const runAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  refuseNothing(loaded, {});
  const wish = { loaded, wanted: {}, command: 'run' };
  return hasFlag(invocation, 'dryRun') ? rehearse(invocation, wish) : acquire(invocation, wish);
};

function wantedOf(invocation: Invocation): Wanted {
  const filters = FILTERS.flatMap((name) => {
    const value = textFlag(invocation, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...(invocation.args.length > 0 && { ids: invocation.args }), ...Object.fromEntries(filters) };
}

/** A filter narrows a query. Beside a list it would add all works of a year to it. */
function refuseFilters({ config: { inputs } }: LoadedConfig, wanted: Wanted): void {
  const given = QUERY_FILTERS.filter((name) => wanted[name] !== undefined).map((name) => `--${name}`);
  if (given.length === 0 || inputs.query !== null) return;
  const verb = given.length === 1 ? 'narrows' : 'narrow';
  throw new UserError(`${given.join(', ')} ${verb} a query, and there is none: add --query, or leave it out`);
}

function refuseNothing({ config: { inputs } }: LoadedConfig, wanted: Wanted): void {
  if (inputs.query !== null || inputs.ids !== null || inputs.works !== null) return;
  if (Object.keys(wanted).some((name) => name !== 'format' && name !== 'columns')) return;
  throw new UserError('nothing to acquire: give identifiers, --ids FILE, --works FILE or --query');
}
