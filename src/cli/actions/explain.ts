import { explainConfig } from '../../app/explain.ts';
import { type ExplainedRobots, explainRobots } from '../../app/explain-robots.ts';
import { explainUrl } from '../../app/explain-url.ts';
import { systemPlatform } from '../../app/platform.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf, type ReadConfig } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag } from '../flags.ts';
import { showExplainedConfig } from '../show-explained-config.ts';
import { showExplainedUrl } from '../show-explained-url.ts';

export const explainAction: Action = async (invocation) => {
  const loaded = await configOf(invocation);
  const url = textFlag(invocation, 'url');
  if (url === undefined && hasFlag(invocation, 'fetchRobots'))
    throw new UserError('--fetch-robots needs --url URL');
  if (url === undefined) explainAll(invocation, loaded);
  else await explainOne(invocation, loaded, url);
  return EXIT.ok;
};

function explainAll(invocation: Invocation, loaded: ReadConfig): void {
  const explained = explainConfig(loaded, systemPlatform());
  if (hasFlag(invocation, 'json')) invocation.terminal.print(JSON.stringify(explained, null, 2));
  else showExplainedConfig(invocation.terminal, explained);
}

const NOT_FETCHED: ExplainedRobots = { fetched: false, why: 'not asked; --fetch-robots asks' };

async function explainOne(invocation: Invocation, loaded: ReadConfig, url: string): Promise<void> {
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
