import { showBytes, showCount, showDuration, showOr, showShare } from '../../report/figures.ts';
import type { DashboardState } from '../state.ts';
import { throughputChart } from './chart.ts';
import { byId, type Child, el, painter, setText, withCode } from './dom.ts';
import { hostsView } from './hosts.ts';
import { endedItem } from './works.ts';

const OUTCOMES = ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const;
const QUEUE_STATES = [
  { name: 'queued', tone: 'calm' },
  { name: 'in_progress', tone: 'saved' },
  { name: 'done', tone: 'cached' },
  { name: 'skipped', tone: 'skipped' },
  { name: 'error', tone: 'failed' },
] as const;

/** Widths are set as properties: the policy of the page allows no style in markup. */
function part(tone: string, share: number): HTMLElement {
  const element = el('span', { class: `fill ${tone}` });
  element.style.width = `${share * 100}%`;
  return element;
}

/** `207`, or `207 of 210` where some are not. */
function provenText({ identity }: DashboardState): string {
  const { proven, unsure, unchecked } = identity;
  const files = proven + unsure + unchecked;
  return files === proven ? showCount(proven) : `${showCount(proven)} of ${showCount(files)}`;
}

function progressView(state: DashboardState): Child[] {
  const { outcomes, processed, total } = state;
  const share = total > 0 ? processed / total : 0;
  const occurring = OUTCOMES.filter((outcome) => outcomes[outcome] > 0);
  const label = `${showCount(processed)} of ${showCount(total)} works have ended`;
  const tiles: [string, string][] = [
    ['works a second', state.works_per_s.toFixed(1)],
    ['stored', showBytes(state.bytes_stored)],
    ['bytes a second', showBytes(state.bytes_per_s)],
    ['files proven to be their work', provenText(state)],
    // In steps of five seconds: a guess should not look exact.
    [
      'left, about',
      showOr(state.left_ms, (ms) => showDuration(Math.max(5000, Math.round(ms / 5000) * 5000))),
    ],
  ];
  return [
    el(
      'p',
      { class: 'headline' },
      showCount(processed),
      el('span', {}, ` of ${showCount(total)} works, ${showShare(share)}`),
    ),
    el(
      'div',
      {
        class: 'whole',
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': Math.round(share * 100),
      },
      ...occurring.map((outcome) => part(outcome, outcomes[outcome] / total)),
    ),
    el(
      'ul',
      { class: 'key' },
      ...occurring.map((outcome) =>
        el(
          'li',
          {},
          el('span', { class: `fill ${outcome}` }),
          `${outcome} `,
          el('b', {}, showCount(outcomes[outcome])),
        ),
      ),
    ),
    el(
      'dl',
      { class: 'tiles' },
      ...tiles.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
  ];
}

function queueView({ queue }: Pick<DashboardState, 'queue'>): Child[] {
  const most = Math.max(1, ...QUEUE_STATES.map(({ name }) => queue[name]));
  const row = ({ name, tone }: (typeof QUEUE_STATES)[number]): HTMLElement =>
    el(
      'div',
      {},
      el('dt', {}, name.replace('_', ' ')),
      el('dd', { class: 'track', 'aria-hidden': 'true' }, part(tone, queue[name] / most)),
      el('dd', { class: 'n' }, showCount(queue[name])),
    );
  return [
    el('dl', { class: 'bars' }, ...QUEUE_STATES.map(row)),
    queue.paused && el('p', { class: 'note' }, 'Paused: works under way end, none is begun.'),
  ];
}

function failuresView({ failures }: Pick<DashboardState, 'failures'>): Child[] {
  if (failures.length === 0) return [el('p', { class: 'quiet' }, 'Nothing was missed so far.')];
  return [
    el(
      'ul',
      { class: 'reasons' },
      ...failures.map(({ reason, works, meaning, advice }) =>
        el(
          'li',
          {},
          el('div', { class: 'top' }, el('span', {}, reason), el('span', { class: 'n' }, showCount(works))),
          el(
            'p',
            { class: 'small' },
            ...withCode(meaning),
            ' ',
            el('span', { class: 'quiet' }, ...withCode(advice)),
          ),
        ),
      ),
    ),
  ];
}

function newestView({ newest }: Pick<DashboardState, 'newest'>): Child[] {
  if (newest.length === 0) return [el('p', { class: 'quiet' }, 'No work has ended yet.')];
  return [el('ul', { class: 'works' }, ...newest.map(endedItem))];
}

const warningsView = (warnings: DashboardState['warnings']): Child[] => [
  el(
    'ul',
    { class: 'works' },
    ...warnings.map(({ at, message }) =>
      el('li', { class: 'small' }, el('time', { class: 'quiet' }, at), ` ${message}`),
    ),
  ),
];

/** What is going on, in a sentence. */
function titleOf({ run, queue }: DashboardState): string {
  if (!run) return 'No run yet';
  if (run.state === 'finished') return 'The run has finished';
  if (queue.paused) return 'The queue is paused';
  if (run.state === 'offline') return `Offline: ${queue.offline ?? 'no host can be reached'}`;
  return run.state === 'running' ? 'The run is going on' : 'The run was interrupted';
}

function showHeading(state: DashboardState): void {
  const { run, seen_from } = state;
  const title = titleOf(state);
  setText(byId('run-title'), title);
  document.title = `${title} · ContentDownload`;
  if (!run) return;
  const when = (iso: string): string => new Date(iso).toLocaleString();
  const end = run.finished_at === null ? '' : `, finished ${when(run.finished_at)}`;
  const from = seen_from === 'run' ? 'seen from within' : 'read from its ledger';
  setText(byId('run-facts'), `Run ${run.run_id}, started ${when(run.started_at)}${end}; ${from}`);
}

/** Draws every part of the page that changes as the run goes on. */
export function overview(): (state: DashboardState) => void {
  const progress = painter(byId('progress'), progressView);
  const queue = painter(byId('queue'), queueView);
  const failures = painter(byId('failures'), failuresView);
  const hosts = painter(byId('hosts'), hostsView);
  const newest = painter(byId('newest'), newestView);
  const warnings = painter(byId('warnings'), warningsView);
  const chart = throughputChart(byId('throughput'));
  return (state) => {
    showHeading(state);
    progress({ ...state, timeline: null, newest: [], hosts: [], failures: [], warnings: [] });
    queue({ queue: state.queue });
    failures({ failures: state.failures });
    hosts({ hosts: state.hosts, more_hosts: state.more_hosts });
    newest({ newest: state.newest });
    byId('warnings-section').hidden = state.warnings.length === 0;
    warnings(state.warnings);
    if (!state.timeline) return;
    chart(state.timeline, state.run?.state === 'running' || state.run?.state === 'offline');
    setText(
      byId('throughput-note'),
      `One point for every ${state.timeline.step_ms === 1000 ? 'second' : showDuration(state.timeline.step_ms)}.`,
    );
  };
}
