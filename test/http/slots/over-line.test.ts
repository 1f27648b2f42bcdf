import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { slotsOver, slotsServer } from '../../../src/http/slots/over-line.ts';
import { slots } from '../../../src/http/slots/slots.ts';
import { linePair } from '../../support/line-pair.ts';

const HOST = [{ key: 'host a.org', limit: 1 }];
const never = new AbortController().signal;

/** Places of a parent, and two children that share them. */
function family() {
  const parent = slots();
  const children = [linePair(), linePair()].map(({ ends, close }) => {
    slotsServer(parent, ends[0]);
    return { slots: slotsOver(ends[1]), close };
  });
  return children as [(typeof children)[0], (typeof children)[0]];
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let isSettled = false;
  void promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  await turn();
  return isSettled;
};

describe('slots over a line', () => {
  test('a place that one process holds is not given to another until it is given back', async () => {
    const [one, other] = family();
    const giveBack = await one.slots.take(HOST, never);
    const waiting = other.slots.take(HOST, never);
    expect(await settled(waiting)).toBe(false);
    giveBack();
    giveBack();
    const second = await waiting;
    const third = one.slots.take(HOST, never);
    expect(await settled(third)).toBe(false);
    second();
    (await third)();
  });

  test('who gives up while waiting leaves the queue', async () => {
    const [one, other] = family();
    const giveBack = await one.slots.take(HOST, never);
    const gone = new AbortController();
    const waiting = other.slots.take(HOST, gone.signal);
    gone.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    giveBack();
    expect(await settled(one.slots.take(HOST, never))).toBe(true);
  });

  test('a process that dies gives back what it held and what it waited for', async () => {
    const [one, other] = family();
    await one.slots.take(HOST, never);
    void one.slots.take(HOST, never).catch(() => undefined);
    const waiting = other.slots.take(HOST, never);
    expect(await settled(waiting)).toBe(false);
    one.close();
    (await waiting)();
    expect(await settled(other.slots.take(HOST, never))).toBe(true);
  });
});
