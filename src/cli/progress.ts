import { styleText } from 'node:util';
import type { Clock } from '../core/clock.ts';
import type { Emit, Event } from '../core/events.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import { plainText } from '../core/plain-text.ts';
import { showBytes, showCount, showDuration } from '../report/figures.ts';
import { type ProgressView, progressCounts } from './progress-counts.ts';
import type { Terminal } from './terminal.ts';

const REDRAW_MS = 200;
const LINE_EVERY_MS = 10_000;
const SHOWN_HOSTS = 3;

/** What outcomes are called on the display; their own names where nothing is said. */
export type OutcomeWords = Readonly<Partial<Record<OutcomeKind, string>>>;

export interface ProgressDeps {
  readonly terminal: Terminal;
  readonly clock: Clock;
  /** Only warnings. */
  readonly quiet: boolean;
  /** Works that already wait in the queue, as after a resume. */
  readonly queued?: number;
  readonly words?: OutcomeWords;
}

/**
 * Shows how a run goes: a small block that is redrawn on a terminal, a line now and then elsewhere. It never throws and
 * never holds the process. Disposal shows the last state once more and leaves the cursor on a fresh line.
 */
export interface Progress extends Disposable {
  readonly listen: Emit;
}

export function showProgress({ terminal, clock, quiet, queued = 0, words = {} }: ProgressDeps): Progress {
  const counts = progressCounts(clock, queued);
  const { isTty } = terminal.stderr;
  let screen = isTty ? blockOn(terminal) : linesOn(terminal);
  let lastLine = '';
  // A terminal that is gone must not take the run with it.
  const safely = (action: () => void) => {
    try {
      action();
    } catch {
      screen = NO_SCREEN;
    }
  };
  const draw = () => {
    const view = counts.view();
    const text = isTty ? block(view, ends(view, words), terminal.stderr) : [line(view, ends(view, words))];
    if (!isTty && text[0] === lastLine) return;
    lastLine = text[0] ?? '';
    safely(() => screen.show(text));
  };
  const tick = () => {
    draw();
    timer = clock.after(isTty ? REDRAW_MS : LINE_EVERY_MS, tick);
  };
  let timer = quiet ? undefined : clock.after(isTty ? REDRAW_MS : LINE_EVERY_MS, tick);
  return {
    listen(event) {
      counts.add(event);
      if (event.type === 'warning') safely(() => screen.warn(`warning: ${plainText(event.message)}`));
      if (event.type === 'offline' && (event.why !== undefined || !quiet))
        safely(() => screen.warn(offlineLine(event)));
      if (event.type === 'notice' && !quiet) safely(() => screen.warn(`note: ${plainText(event.message)}`));
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      // A run that ended before it began is told by its error alone.
      if (!quiet && counts.view().total > 0) draw();
    },
  };
}

const offlineLine = ({ why, lastedMs }: Extract<Event, { type: 'offline' }>): string =>
  why === undefined
    ? `note: hosts can be reached again, after ${showDuration(lastedMs)}`
    : `warning: ${plainText(why)}; works wait, and go on when that is over`;

/** Where lines appear: below what was written so far, or in place of what was shown before. */
interface Screen {
  show(lines: readonly string[]): void;
  warn(text: string): void;
}

const NO_SCREEN: Screen = { show: () => undefined, warn: () => undefined };

const linesOn = (terminal: Terminal): Screen => ({
  show: (lines) => lines.forEach((text) => terminal.note(text)),
  warn: (text) => terminal.note(text),
});

function blockOn(terminal: Terminal): Screen {
  let shown: readonly string[] = [];
  /** Up to the first line of the block, and everything from there on erased. */
  const erased = () => (shown.length > 0 ? `\u001b[${shown.length}A\u001b[0J` : '');
  const textOf = (lines: readonly string[]) => lines.map((text) => `${text}\n`).join('');
  return {
    show(lines) {
      terminal.draw(erased() + textOf(lines));
      shown = lines;
    },
    warn(text) {
      terminal.draw(`${erased()}${text}\n${textOf(shown)}`);
    },
  };
}

const works = ({ done, total, isListing }: ProgressView): string =>
  `${showCount(done)} of ${showCount(total)}${isListing ? '+' : ''} works`;

function ends({ outcomes, rejected }: ProgressView, words: OutcomeWords): readonly string[] {
  const { saved, cached, html_only, failed, quarantined, skipped } = outcomes;
  const always = [
    `${words.saved ?? 'saved'} ${showCount(saved)}`,
    `${words.html_only ?? 'html'} ${showCount(html_only)}`,
    `${words.failed ?? 'failed'} ${showCount(failed)}`,
  ];
  const others = [
    ['skipped', skipped],
    ['cached', cached],
    ['quarantined', quarantined],
    ['bad input', rejected],
  ] as const;
  return [
    ...always,
    ...others.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${showCount(count)}`),
  ];
}

function speeds(view: ProgressView): readonly string[] {
  return [
    `${view.worksPerSecond.toFixed(1)} works/s`,
    showBytes(view.bytes),
    `${showBytes(view.bytesPerSecond)}/s`,
    ...(view.leftMs !== undefined && view.leftMs > 0 ? [leftText(view.leftMs)] : []),
  ];
}

/** An estimate is no finer than a second. */
const leftText = (leftMs: number): string =>
  leftMs < 1000 ? 'less than 1 s left' : `about ${showDuration(leftMs)} left`;

/** Why a host is left alone, where it is not only its pace. */
const WHY: Readonly<Record<string, string>> = {
  'retry-after': 'it asks to be left alone',
  'breaker-open': 'it keeps failing',
  backoff: 'before another try',
  'budget-spent': 'the budget of today is spent',
};
const whyWords = (why: string): string => (WHY[why] === undefined ? '' : ` (${WHY[why]})`);

function waits({ waiting, offline }: ProgressView): string | undefined {
  if (offline !== undefined) return `offline: ${plainText(offline)}; trying again`;
  if (waiting.length === 0) return undefined;
  const shown = waiting
    .slice(0, SHOWN_HOSTS)
    .map(({ host, leftMs, why }) => `${plainText(host, 60)} ${showDuration(leftMs)}${whyWords(why)}`);
  const more = waiting.length > SHOWN_HOSTS ? [`${showCount(waiting.length - SHOWN_HOSTS)} more`] : [];
  return `waiting for ${[...shown, ...more].join(', ')}`;
}

const line = (view: ProgressView, ended: readonly string[]): string =>
  [works(view), ...ended, ...speeds(view), waits(view)].filter((part) => part !== undefined).join(', ');

/** No line may wrap, or the next redraw would begin too low. */
function block(
  view: ProgressView,
  ended: readonly string[],
  { columns, hasColor }: Terminal['stderr'],
): readonly string[] {
  const bold = (text: string) => (hasColor ? styleText('bold', text, { validateStream: false }) : text);
  const dim = (text: string) => (hasColor ? styleText('dim', text, { validateStream: false }) : text);
  const fit = (text: string) => plainText(text, Math.max(20, columns - 1));
  const waitLine = waits(view);
  return [
    bold(fit(`${works(view)}   ${ended.join(' · ')}`)),
    dim(fit(`${speeds(view).join(' · ')}`)),
    ...(waitLine === undefined ? [] : [dim(fit(waitLine))]),
  ];
}
