import { describe, expect, test } from 'vitest';
import { jsonTerminal, wantsJsonLog } from '../../src/cli/json-terminal.ts';
import { logEvents } from '../../src/cli/log-events.ts';
import type { Level } from '../../src/cli/log-line.ts';
import { maskedTerminal } from '../../src/cli/masked-terminal.ts';
import type { Event } from '../../src/core/events.ts';
import { capturedTerminal } from '../support/captured-terminal.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { attempt, outcome } from '../telemetry/records.ts';

type Line = Readonly<Record<string, unknown>>;

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

function logged(events: readonly Event[], least: Level = 'debug'): readonly Line[] {
  const captured = capturedTerminal();
  {
    using log = logEvents({ terminal: captured, clock: fakeClock(), least });
    for (const event of events) log.listen(event);
  }
  return linesOf(captured.err.join('\n'));
}

const EVENTS: readonly Event[] = [
  { type: 'enqueued', added: 1, rearmed: 0, duplicates: 0, rejected: 0 },
  { type: 'attempt', record: attempt({ host: 'a.org', http_status: 200 }) },
  { type: 'breaker', host: 'down.example', state: 'open' },
  { type: 'warning', message: 'mind this' },
  { type: 'outcome', record: outcome() },
];

describe('a log in JSON', () => {
  test('has one object a line for each event, with time, level and message, and ends with the state of the run', () => {
    const lines = logged(EVENTS);
    expect(lines.map(({ level, event }) => [level, event])).toEqual([
      ['info', 'enqueued'],
      ['debug', 'attempt'],
      ['warn', 'breaker'],
      ['warn', 'warning'],
      ['info', 'outcome'],
      ['info', 'progress'],
    ]);
    for (const { time, message } of lines) {
      expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(message).not.toBe('');
    }
    expect(lines[4]).toMatchObject({ doc_id: 'doi:10.1/a', outcome: 'saved', reason: 'ok' });
    expect(lines.at(-1)).toMatchObject({ done: 1, total: 1, saved: 1, failed: 0 });
  });

  test.each([
    ['info', 5],
    ['warn', 2],
    ['error', 0],
  ] as const)('at level %s has %i of them', (least, count) => {
    expect(logged(EVENTS, least)).toHaveLength(count);
  });

  test('nothing from outside forges a line, moves a cursor or makes one without end', () => {
    const hostile = 'a\r\n{"level":"info"}\u2028\u001b]52;c;eA==\u0007\u009b31m\u202e';
    const lines = logged([
      { type: 'warning', message: hostile },
      { type: 'outcome', record: outcome({ doc_id: hostile, host: 'h'.repeat(100_000) }) },
      { type: 'warning', message: 'x'.repeat(1_000_000) },
    ]);
    expect(lines).toHaveLength(4);
    const text = JSON.stringify(lines);
    expect(text).not.toMatch(/\\u001b|\\u009b|\\u202e|\\r|\\n|[\u007f-\u009f\u2028\u202e]/);
    for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(8192);
  });

  test('notes of every command become lines, data does not, and secrets stay hidden', () => {
    const captured = capturedTerminal();
    const clock = fakeClock();
    const { terminal, hide } = maskedTerminal(jsonTerminal(captured, clock));
    hide([{ name: 'api_key', value: 'sesame-sesame' }]);
    terminal.print('{"data":1}');
    terminal.note('warning: the key sesame-sesame is old');
    terminal.note('error: no run at x');
    terminal.note('3 works are done again');
    using log = logEvents({ terminal, clock, least: 'info' });
    log.listen({ type: 'notice', message: 'sesame-sesame' });
    expect(captured.out).toEqual(['{"data":1}']);
    expect(linesOf(captured.err.join('\n')).map(({ level, message }) => [level, message])).toEqual([
      ['warn', 'warning: the key [secret:api_key] is old'],
      ['error', 'error: no run at x'],
      ['info', '3 works are done again'],
      ['info', '[secret:api_key]'],
    ]);
    expect(terminal.stderr.isTty).toBe(false);
  });

  test('is asked for in either spelling', () => {
    expect(wantsJsonLog(['pull', '--log-format', 'json'])).toBe(true);
    expect(wantsJsonLog(['pull', '--log-format=json'])).toBe(true);
    expect(wantsJsonLog(['pull', '--log-format', 'text', 'json'])).toBe(false);
  });
});
