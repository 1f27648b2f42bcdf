import { explainConfig } from '../../app/explain.ts';
import { type ExplainedRobots, explainRobots } from '../../app/explain-robots.ts';
import { explainUrl } from '../../app/explain-url.ts';
import { explainWork } from '../../app/explain-work.ts';
import { systemPlatform } from '../../app/platform.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf, type ReadConfig } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { showExplainedConfig } from '../show-explained-config.ts';
import { showExplainedUrl } from '../show-explained-url.ts';
import { showExplainedWork } from '../show-explained-work.ts';

export const explainAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  const url = textFlag(invocation, 'url');
  if (url === undefined && hasFlag(invocation, 'fetchRobots'))
    throw new UserError('--fetch-robots needs --url URL');
  const work = textFlag(invocation, 'work');
  if (url !== undefined && work !== undefined) throw new UserError('give --work or --url, not both');
  if (work !== undefined) await explainOneWork(invocation, loaded, work);
  else if (url !== undefined) await explainOneUrl(invocation, loaded, url);
  else explainAll(invocation, loaded);
  return EXIT.ok;
};

async function explainOneWork(invocation: Invocation, loaded: ReadConfig, id: string): Promise<void> {
  const question = { id, dbPath: textFlag(invocation, 'dbPath') };
  const explained = await explainWork(question, loaded, systemPlatform());
  if (hasFlag(invocation, 'json')) invocation.terminal.print(JSON.stringify(explained, null, 2));
  else showExplainedWork(invocation.terminal, explained);
}

function explainAll(invocation: Invocation, loaded: ReadConfig): void {
  const explained = explainConfig(loaded, systemPlatform());
  if (hasFlag(invocation, 'json')) invocation.terminal.print(JSON.stringify(explained, null, 2));
  else showExplainedConfig(invocation.terminal, explained);
}

const NOT_FETCHED: ExplainedRobots = { fetched: false, why: 'not asked; --fetch-robots asks' };

async function explainOneUrl(invocation: Invocation, loaded: ReadConfig, url: string): Promise<void> {
  const { version, terminal } = invocation;
  const platform = systemPlatform();
  const explained = explainUrl({ url, version }, loaded, platform);
  const robots =
    hasFlag(invocation, 'fetchRobots') && explained.asked_as !== null
      ? await explainRobots(explained.asked_as, loaded, { platform, version })
      : NOT_FETCHED;
  if (hasFlag(invocation, 'json')) terminal.print(JSON.stringify({ ...explained, robots }, null, 2));
  else showExplainedUrl(terminal, explained, robots);
}
