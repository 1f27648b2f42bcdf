import { describe, expect, test } from 'vitest';
import { pdfDictionary } from '../../src/download/pdf-dictionary.ts';
import { opensWithoutPassword } from '../../src/download/pdf-password.ts';

/** Made by qpdf from one small file, with an empty user password and with another. */
const ID = Buffer.from('31415926535897932384626433832795', 'hex');
const DICTIONARIES: readonly (readonly [revision: string, opens: boolean, source: string])[] = [
  [
    '2',
    true,
    '<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <59aebc0b228d02a1dd1afd7be52ad249afdc6fd71ef9234a49bfa56eb72c801a> /U <e69bc0cf9f6337b05cc44f45af3035f2bf8f06d538eab0bd65a8159abdd0799e> >>',
  ],
  [
    '2',
    false,
    '<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <02749127098ca05ff744fd589091b741cfa4909bcf9933e46605dcf8edffc66c> /U <1c28342ae2d28b9368cb4048b0759d72aea972495c0fa9b405cea7d1d061a6fd> >>',
  ],
  [
    '3',
    true,
    '<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714> /U <e50572901b42359d9b07b36d80f979250122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '3',
    false,
    '<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162> /U <a1f27844013db806d88ad6410f9be9dd0122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '4',
    true,
    '<< /Filter /Standard /V 4 /R 4 /P -4 /O <65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714> /U <e50572901b42359d9b07b36d80f979250122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '4',
    false,
    '<< /Filter /Standard /V 4 /R 4 /P -4 /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162> /U <a1f27844013db806d88ad6410f9be9dd0122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '4 with plain metadata',
    true,
    '<< /Filter /Standard /V 4 /R 4 /P -4 /EncryptMetadata false /O <65fbeeb76e4691b7dc4babe5b911ce87196f39d0cfda0f00920838327413a714> /U <9928dd0a1cc7dd7890b2ccd3945bfd620122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '4 with plain metadata',
    false,
    '<< /Filter /Standard /V 4 /R 4 /P -4 /EncryptMetadata false /O <3e21c39b45473349f615abc6ccaaab8f7917c69c1eba1faebdb241a42ec0e162> /U <fb874a022c16439f8e75b2171f3c41da0122456a91bae5134273a6db134c87c4> >>',
  ],
  [
    '5',
    true,
    '<< /Filter /Standard /V 5 /R 5 /P -4 /O <147b605f8b8f0877fcb5684801364a7b140a570f6d7c2d5b792413ebf2db9116ed07e2a7b583da3b6d1fa1555f42fa5d> /U <e93708d28fd2184c955af67e41510568c337266bf0b1ac0c60ae1f31654679d0b7a44bba11bb788de3ea61c5d7491ec4> >>',
  ],
  [
    '5',
    false,
    '<< /Filter /Standard /V 5 /R 5 /P -4 /O <24e58b5ef138c90f35de355a5d43b892260918e46e044737975f40c19a95d67a1cdbfa39099372d43f72d6e4664f7b8d> /U <0f1bdcc8381b6438704f236ee4310d4dfd28d1d8129e1d5be11a10351b6480ad09cf4362219836a0b956c14687e5ba88> >>',
  ],
  [
    '6',
    true,
    '<< /Filter /Standard /V 5 /R 6 /P -4 /O <7d591781952307f16c0bb3d84b546baf029a4c17a01341df9b4b4c7c90c1295abfd7f38b30a11a8ad6886c77c83030aa> /U <2bda0459934dbba848fcd691c1d28a350c56f98e6e97a8c602350847dad98f07ae3974a04d9bc89af4d5cb5017196405> >>',
  ],
  [
    '6',
    false,
    '<< /Filter /Standard /V 5 /R 6 /P -4 /O <a5ce1ca764aa9d8e4f63f0ef31773ab6320caf0bed9745cd58b80187360ec833586b5771777c8ab7322b378c09d73963> /U <f449417e652498bb752fa24f1ddd73d0bf66439aaa6bdd992899f06a2a7eb0e5a7e3dc5b05a30786c76e84821dfbf56f> >>',
  ],
];

describe('opensWithoutPassword', () => {
  test.each(DICTIONARIES)('revision %s, empty password %s', (_, opens, source) => {
    expect(opensWithoutPassword(pdfDictionary(source), ID)).toBe(opens);
  });

  test('knows what it does not know', () => {
    expect(opensWithoutPassword(pdfDictionary('<< /Filter /Standard /R 3 >>'), ID)).toBeUndefined();
    expect(opensWithoutPassword(pdfDictionary('<< /Filter /Adobe.PubSec /V 4 >>'), ID)).toBe(false);
    expect(opensWithoutPassword(pdfDictionary('<< /Filter /Standard /R 6 /StmF /Identity >>'), ID)).toBe(
      true,
    );
  });
});

describe('pdfDictionary', () => {
  const entries = pdfDictionary(
    '<< /A (a\\(b\\)(c)\\101\\\n\r\nx) /B <4a4B4> /C [ <01> <02> ] /Da 7 /D -12 /E /Name /F 12 0 R /G false /H ()>>',
  );

  test('reads strings in both notations', () => {
    expect(entries.string('A')?.toString('latin1')).toBe('a(b)(c)A\nx');
    expect(entries.string('B')?.toString('hex')).toBe('4a4b40');
    expect(entries.string('C')?.toString('hex')).toBe('01');
    expect(entries.string('H')).toHaveLength(0);
    expect(pdfDictionary('/A (never closed').string('A')).toBeUndefined();
  });

  test('reads numbers, names, references and flags, by whole keys', () => {
    expect(entries.number('D')).toBe(-12);
    expect(entries.name('E')).toBe('Name');
    expect(entries.reference('F')).toEqual({ object: 12, generation: 0 });
    expect(entries.isFalse('G')).toBe(true);
    expect(entries.number('Z')).toBeUndefined();
  });
});
