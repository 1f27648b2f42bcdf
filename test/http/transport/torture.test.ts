import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { rawServer } from '../raw-server.ts';
import { readAll, transportUnderTest } from '../transport-under-test.ts';

const REPLIES = resolve('../shared/corpora/http-torture/curl-replies.jsonl');

test.skipIf(!existsSync(REPLIES))(
  "each of curl's odd replies ends in an answer or in a reason, in time",
  async () => {
    const replies = readFileSync(REPLIES, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; reply_b64: string });
    await using server = await rawServer((socket, head) => {
      const reply = replies[Number(head.split(/[ /]/)[2])];
      socket.end(Buffer.from(reply?.reply_b64 ?? '', 'base64'));
    });
    await using transport = transportUnderTest([`127.0.0.1:${server.port}`], { times: { totalMs: 2000 } });
    const endOf = async (index: number): Promise<string> => {
      try {
        return `${(await readAll(await transport.send(`${server.origin}/${index}`))).wireBytes >= 0}`;
      } catch (error) {
        return error instanceof Failure ? error.reason : `${replies[index]?.id}: ${String(error)}`;
      }
    };
    const ends: string[] = [];
    for (let start = 0; start < replies.length; start += 20) {
      const batch = replies.slice(start, start + 20).map((_, index) => endOf(start + index));
      ends.push(...(await Promise.all(batch)));
    }
    expect(ends).toHaveLength(325);
    const known = [
      'true',
      'protocol-error',
      'conn-error',
      'size-mismatch',
      'truncated',
      'timeout',
      'too-large',
    ];
    expect(ends.filter((end) => !known.includes(end))).toEqual([]);
  },
);
