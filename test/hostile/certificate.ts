import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** A certificate with its key, PEM. */
interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface Issuer extends Identity {
  readonly name: string;
  readonly privateKey: KeyObject;
}

export interface CertificateWish {
  readonly commonName: string;
  readonly altNames?: readonly string[];
  readonly isAuthority?: boolean;
  readonly purpose?: 'server' | 'client';
  readonly from?: Date;
  readonly until?: Date;
  readonly hash?: 'sha256' | 'sha1';
  /** Itself, where none is given. */
  readonly issuer?: Issuer;
}

const DAY_MS = 86_400_000;

/** DER: tag, length, value. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const body = rest.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...body]));
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const text = (value: string): Buffer => der(0x0c, Buffer.from(value));
const bool = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
const bits = (value: Uint8Array): Buffer => der(0x03, Buffer.from([0]), value);
const time = (value: Date): Buffer =>
  der(0x18, Buffer.from(`${value.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
const nameOf = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), text(commonName))));
const extension = (id: string, value: Uint8Array, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [bool(true)] : []), der(0x04, value));

/** ECDSA with these. */
const SIGNATURES = { sha256: '1.2.840.10045.4.3.2', sha1: '1.2.840.10045.4.1' } as const;

const PURPOSES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

function extensionsOf({ altNames = [], isAuthority = false, purpose }: CertificateWish): Buffer {
  const names = altNames.map((name) => der(0x82, Buffer.from(name)));
  return sequence(
    extension('2.5.29.19', sequence(...(isAuthority ? [bool(true)] : [])), true),
    ...(names.length > 0 ? [extension('2.5.29.17', sequence(...names))] : []),
    ...(purpose ? [extension('2.5.29.37', sequence(oid(PURPOSES[purpose])))] : []),
  );
}

/** An X.509 certificate made on the spot (RFC 5280), so that none has to be kept, or expires. */
export function certificate(wish: CertificateWish): Issuer {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = wish.issuer?.privateKey ?? privateKey;
  const hash = wish.hash ?? 'sha256';
  const algorithm = sequence(oid(SIGNATURES[hash]));
  const serial = randomBytes(8);
  serial[0] = 1;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    nameOf(wish.issuer?.name ?? wish.commonName),
    sequence(
      time(wish.from ?? new Date(Date.now() - DAY_MS)),
      time(wish.until ?? new Date(Date.now() + 30 * DAY_MS)),
    ),
    nameOf(wish.commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensionsOf(wish)),
  );
  const signature = createSign(hash).update(body).sign(signer);
  const whole = sequence(body, algorithm, bits(signature)).toString('base64');
  return {
    name: wish.commonName,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
