import fc from 'fast-check';
import type { FuzzedReader } from './reader.ts';

/** As long as the value of an attribute that is read. */
const LONG = 4000;

/** A text of pieces of the grammar; now and then of any characters. */
function piecesOf({ tokens }: FuzzedReader, maxLength: number): fc.Arbitrary<string> {
  const token = fc.constantFrom(...tokens);
  // Names and addresses are long for themselves: what is slow on one is slower on a page full of them.
  const long = fc
    .tuple(
      fc.oneof(
        token,
        fc.tuple(token, token).map((two) => two.join('')),
      ),
      fc.constantFrom(40, 1000),
    )
    .map(([unit, times]) => unit.repeat(times).slice(0, LONG));
  const piece = fc.oneof(
    { arbitrary: token, weight: 12 },
    { arbitrary: long, weight: 3 },
    { arbitrary: fc.string({ maxLength: 4, unit: 'binary' }), weight: 1 },
  );
  return fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
}

const framed = ({ frame: [before, after] = ['', ''] }: FuzzedReader, text: string): string =>
  before + text + after;

/** Short texts: what they break, they break by their shape. */
export const shortTexts = (reader: FuzzedReader): fc.Arbitrary<string> =>
  fc
    .tuple(piecesOf(reader, 30), fc.boolean())
    .map(([text, isFramed]) => (isFramed ? framed(reader, text) : text));

/** A text that grows: one part of it is repeated as often as there is room. */
export interface Pump {
  readonly before: string;
  readonly unit: string;
  readonly after: string;
}

export const pumps = (reader: FuzzedReader): fc.Arbitrary<Pump> =>
  fc.record({ before: piecesOf(reader, 3), unit: piecesOf(reader, 3), after: piecesOf(reader, 2) });

export function pumped(reader: FuzzedReader, { before, unit, after }: Pump, length: number): string {
  const room = length - framed(reader, before + after).length;
  return framed(
    reader,
    before + (unit === '' ? '' : unit.repeat(Math.max(1, Math.floor(room / unit.length)))) + after,
  );
}
