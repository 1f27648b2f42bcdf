import type { ExplainedWork } from '../app/explain-work.ts';
import { plainText as safe } from '../core/plain-text.ts';
import { showBytes, showDuration } from '../report/figures.ts';
import { printTable } from './print-table.ts';
import type { Terminal } from './terminal.ts';

type Prospect = NonNullable<ExplainedWork['prospect']>;
type Story = NonNullable<ExplainedWork['story']>;
type RunStory = Story['runs'][number];

/** What `explain --work` tells a person. */
export function showExplainedWork(terminal: Terminal, explained: ExplainedWork): void {
  const { work_id, names, conflicts, title, year, ledger, prospect, story } = explained;
  const others = names.filter((name) => name !== work_id);
  terminal.print(safe(`${work_id}${others.length > 0 ? ` (also ${others.join(', ')})` : ''}`));
  for (const { name, with: owner } of conflicts)
    terminal.print(safe(`not ${name}: that belongs to ${owner}, a different work or identifier`));
  if (title !== null) terminal.print(safe(`${title}${year === null ? '' : ` (${year})`}`));
  terminal.print(safe(standing(ledger)));
  for (const { doc_id, run_id } of story?.duplicates ?? [])
    terminal.print(
      safe(
        `${doc_id} was counted as a duplicate in run ${run_id}: it is this work, and the file is stored here`,
      ),
    );
  if (story) showStory(terminal, story);
  if (prospect) showProspect(terminal, prospect);
}

function standing({ path, exists, knows_work }: ExplainedWork['ledger']): string {
  if (!exists) return `no run yet: there is no ledger at ${path}`;
  return knows_work ? `as ${path} tells it` : `not in ${path}: no run has been asked for it`;
}

function showStory(terminal: Terminal, { job, runs, claims }: Story): void {
  for (const run of runs) showRun(terminal, run);
  if (job && (job.state === 'queued' || job.state === 'in_progress'))
    terminal.print(`\n${safe(jobText(job))}`);
  if (claims.length === 0) return;
  terminal.print('\nPlaces that sources named:');
  printTable(
    terminal,
    [
      { title: 'source' },
      { title: 'tried' },
      { title: 'licence' },
      { title: 'version' },
      { title: 'because of' },
      { title: 'place' },
    ],
    claims.map((claim) => [
      claim.resolver,
      claim.left_alone ?? (claim.tried ? 'yes' : 'no'),
      claim.license ?? '-',
      claim.version ?? '-',
      claim.evidence ?? '-',
      claim.url,
    ]),
  );
}

function jobText({
  state,
  host_key,
  role,
  attempts,
  last_error,
  waits_ms,
}: NonNullable<Story['job']>): string {
  if (state === 'in_progress') return 'It is being worked on right now.';
  const where = host_key === '' ? '' : ` for ${host_key} (${role})`;
  const until = waits_ms > 0 ? `, to be tried again in ${showDuration(waits_ms)}` : '';
  const before =
    attempts > 0 ? `; ${attempts} failed so far, the last with ${last_error ?? 'no reason'}` : '';
  return `It waits in the queue${where}${until}${before}.`;
}

/** `11:45:26`: the day stands with the run. */
const timeOf = (iso: string): string => iso.slice(11, 19);

function showRun(terminal: Terminal, { run_id, steps, end }: RunStory): void {
  const day = (steps[0]?.at ?? end?.at ?? '').slice(0, 10);
  terminal.print(`\nRun ${safe(run_id)}, ${safe(day)} (UTC):`);
  printTable(
    terminal,
    [{ title: 'time' }, { title: 'source' }, { title: 'what happened' }],
    steps.map(({ at, resolver, text }) => [timeOf(at), resolver ?? '-', text]),
  );
  if (!end) return terminal.print('It has not ended in this run.');
  for (const line of endLines(end)) terminal.print(safe(line));
}

function endLines(end: NonNullable<RunStory['end']>): readonly string[] {
  const through = end.resolver === null ? '' : ` through ${end.resolver}`;
  const took = end.duration_ms > 0 ? ` after ${showDuration(end.duration_ms)} of work` : '';
  const claims = [end.version, end.license].filter((one) => one !== null);
  const file =
    end.file === null
      ? []
      : [`file       ${end.file} (${showBytes(end.size_bytes ?? 0)}, sha256 ${end.sha256 ?? '-'})`];
  return [
    `It ended ${end.status}${through}${took}, ${end.reason}: ${end.meaning}`,
    ...file,
    ...identityLines(end),
    ...todoLine(end),
    ...(end.url === null ? [] : [`from       ${end.url}`]),
    ...(claims.length > 0 ? [`claimed    ${claims.join(', ')}`] : []),
  ];
}

/** A file that is proven needs nothing. */
function todoLine({ file, status, identity, advice }: NonNullable<RunStory['end']>): readonly string[] {
  if (file === null || status === 'quarantined') return [`what to do ${advice}`];
  return identity === 'unsure'
    ? ['what to do Look into the file: it is kept, but not proven to be this work.']
    : [];
}

function identityLines({
  identity,
  identity_score,
  identity_why,
}: NonNullable<RunStory['end']>): readonly string[] {
  if (identity_why === null) return [];
  const score = identity_score === null ? '' : ` (score ${identity_score})`;
  return [`identity   ${identity ?? 'not this work'}${score}: ${identity_why}`];
}

function showProspect(terminal: Terminal, { resolvers, not_asked, closed }: Prospect): void {
  terminal.print('\nWhat would be tried, in this order; a lower tier only when the one above gave nothing:');
  printTable(
    terminal,
    [
      { title: '#', align: 'right' },
      { title: 'tier' },
      { title: 'resolver' },
      { title: 'rate' },
      { title: 'would' },
    ],
    resolvers.flatMap((one) => rowsOf(one)),
  );
  for (const url of closed) terminal.print(safe(`not open, so not asked: ${url}`));
  if (not_asked.length === 0) return;
  terminal.print('');
  printTable(
    terminal,
    [{ title: 'not asked' }, { title: 'why' }],
    not_asked.map(({ resolver, why }) => [resolver, why]),
  );
}

function rowsOf(one: Prospect['resolvers'][number]): readonly (readonly (string | number)[])[] {
  const { position, tier, resolver, request, places, why, verdict } = one;
  const head = [position, tier, resolver];
  const fetches = places.map(({ url, expected, license, refused }) =>
    refused === null
      ? `fetch ${url} (${[expected, license].filter((part) => part !== null).join(', ')}), known without asking`
      : `not fetch ${url}: ${refused}`,
  );
  const asks = request
    ? [
        `ask ${request.host} (${request.role}): ${request.verb} ${request.url}${request.batch === null ? '' : `, up to ${request.batch} works at once`}`,
      ]
    : [];
  const nothing = why === null ? [] : [`${verdict === 'later' ? 'wait' : 'be skipped'}: ${why}`];
  return [...fetches, ...asks, ...nothing].map((text, index) => [
    ...(index === 0 ? head : ['', '', '']),
    index === fetches.length && request ? request.rate : '-',
    text,
  ]);
}
