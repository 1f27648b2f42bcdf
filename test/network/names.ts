import { WORLD } from './namespaces.ts';

/** `ok`: as they are; `nxdomain`, `servfail`: for all; `nobody`: all lead where nobody is; `silent`: no answer. */
export type NameMode = 'ok' | 'nobody' | 'nxdomain' | 'servfail' | 'silent';

export interface Addresses {
  readonly four?: string;
  readonly six?: string;
}

/** Names of the world: where each leads. */
export function addressesOf(name: string): Addresses | undefined {
  if (name.startsWith('one.')) return { four: WORLD.one };
  if (name.startsWith('two.')) return { four: WORLD.two };
  if (name.startsWith('six.')) return { six: WORLD.six };
  if (name.startsWith('both.')) return { four: WORLD.two, six: WORLD.six };
  // An IPv6 address to which there is no route, beside an address that answers.
  if (name.startsWith('half.')) return { four: WORLD.one, six: '2001:db8::1' };
  if (name.startsWith('far-six.')) return { six: '2001:db8::1' };
  if (name.startsWith('nobody.')) return { four: WORLD.nobody };
  return undefined;
}

const TYPE = { four: 1, six: 28 } as const;

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const words = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
  const [before, after] = [words(head), words(tail)];
  const all = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
  return Buffer.concat(all.map((word) => Buffer.from([word >> 8, word & 0xff])));
}

/** The answer of a name server to a query with one question (RFC 1035). */
export function answerTo(
  query: Buffer,
  mode: NameMode,
  lookUp: (name: string) => Addresses | undefined,
): Buffer | undefined {
  if (mode === 'silent' || query.length < 17) return undefined;
  const labels: string[] = [];
  let at = 12;
  while (at < query.length && query[at]! > 0) {
    labels.push(
      query
        .subarray(at + 1, at + 1 + query[at]!)
        .toString('latin1')
        .toLowerCase(),
    );
    at += 1 + query[at]!;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(12, at + 5);
  const found = mode === 'nobody' ? { four: WORLD.nobody } : lookUp(labels.join('.'));
  const address = type === TYPE.four ? found?.four : type === TYPE.six ? found?.six : undefined;
  const code = mode === 'servfail' ? 2 : mode === 'nxdomain' || !found ? 3 : 0;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  const data = code === 0 && address !== undefined ? bytesOf(address) : undefined;
  if (!data) return Buffer.concat([head, question]);
  head.writeUInt16BE(1, 6);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(1, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, question, record, data]);
}
