import type { DryRunResult } from '../app/dry-run.ts';
import { byCount, factsOf } from '../report/advise.ts';
import { showCount, showNoun, showNumber, showOr, showShare, showWorks } from '../report/figures.ts';
import { listingText } from '../report/headline.ts';
import { printTable } from './print-table.ts';
import type { Terminal } from './terminal.ts';

/** What a dry run tells a person: who offers what, and that nothing of it was fetched. */
export function showDryRun(terminal: Terminal, result: DryRunResult): void {
  const { works, offered, page_only, not_offered, duplicates, waiting, requests } = result;
  const share = (count: number): string => (works > 0 ? showShare(count / works) : '–');
  const broken = listingText(result);
  if (broken !== undefined) terminal.print(`Incomplete: ${broken}.`);
  else if (works === 0) terminal.print('Nothing to resolve: the input matches nothing.');
  terminal.print(
    `Dry run: ${showWorks(works - waiting)} resolved with ${showNoun(requests, 'request')}; nothing was fetched or stored.`,
  );
  terminal.print(
    'An offer is what a source says: the file may prove missing, closed, damaged or not the paper.\n',
  );
  printTable(
    terminal,
    [{ title: 'works' }, { title: 'count', align: 'right' }, { title: 'share', align: 'right' }],
    [
      ['a file is offered', showCount(offered), share(offered)],
      ['only a page is known', showCount(page_only), share(page_only)],
      ['nothing is offered', showCount(not_offered), share(not_offered)],
      ...(duplicates > 0 ? [['the same as another work', showCount(duplicates), share(duplicates)]] : []),
      ...(waiting > 0 ? [['not resolved yet', showCount(waiting), share(waiting)]] : []),
    ],
  );
  showTiers(terminal, result);
  showSources(terminal, result);
  showReasons(terminal, result);
}

function showTiers(terminal: Terminal, { tiers, resolvers }: DryRunResult): void {
  const names = new Set([...resolvers.map(({ tier }) => tier), ...Object.keys(tiers)]);
  terminal.print('\nThe first tier that offers a file; a lower one was asked only when it offered nothing:');
  printTable(
    terminal,
    [{ title: 'tier' }, { title: 'works', align: 'right' }],
    [...names].map((tier) => [tier, showCount(tiers[tier] ?? 0)]),
  );
}

function showSources(terminal: Terminal, { resolvers }: DryRunResult): void {
  terminal.print(
    '\nWho offers a file, how often nobody else who was asked does (lower tiers were not), and what asking cost:',
  );
  printTable(
    terminal,
    [
      { title: 'resolver' },
      { title: 'tier' },
      { title: 'offers', align: 'right' },
      { title: 'only it', align: 'right' },
      { title: 'requests', align: 'right' },
      { title: 'per offer', align: 'right' },
    ],
    resolvers.map((one) => [
      one.resolver,
      one.tier,
      showCount(one.offers),
      showCount(one.only),
      showCount(one.requests),
      showOr(one.requests_per_offer, showNumber),
    ]),
  );
}

function showReasons(terminal: Terminal, { reasons }: DryRunResult): void {
  const rows = byCount(reasons);
  if (rows.length === 0) return;
  terminal.print('\nWhy nothing is offered:');
  printTable(
    terminal,
    [{ title: 'reason' }, { title: 'works', align: 'right' }, { title: 'meaning' }],
    rows.map(([reason, count]) => [reason, showCount(count), factsOf(reason).meaning]),
  );
}
