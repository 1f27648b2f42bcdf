import { describe, expect, test } from 'vitest';
import { outcomeLine } from '../../src/app/outcome-line.ts';

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const isSettled = await Promise.race([
    promise.then(() => true),
    new Promise((go) => setImmediate(go, false)),
  ]);
  return isSettled === true;
};

describe('outcomes on their way to a program', () => {
  test('a giver waits until the taker has made room', async () => {
    const line = outcomeLine<number>(1);
    await line.push(1);
    const second = line.push(2);
    expect(await settled(second)).toBe(false);
    const items = line.items()[Symbol.asyncIterator]();
    expect((await items.next()).value).toBe(1);
    expect(await settled(second)).toBe(true);
    expect((await items.next()).value).toBe(2);
  });

  test('what waits when the line ends is still taken, and nobody waits any longer', async () => {
    const line = outcomeLine<number>(0);
    const giving = line.push(1);
    line.end();
    await giving;
    await line.push(2);
    expect(await Array.fromAsync(line.items())).toEqual([1]);
  });

  test('a taker waits for what comes', async () => {
    const line = outcomeLine<number>(8);
    const taken = Array.fromAsync(line.items());
    for (const one of [1, 2, 3]) await line.push(one);
    line.end();
    expect(await taken).toEqual([1, 2, 3]);
  });
});
