import type { TlsOptions } from 'node:tls';
import type { TlsFault } from './behaviour.ts';
import { type CertificateWish, certificate, type Issuer } from './certificate.ts';

const ALT_NAMES = ['*.hostile.example'];
const DAY_MS = 86_400_000;
const days = (count: number): Date => new Date(Date.now() + count * DAY_MS);

/** What a TLS server with this fault is made of; `authority` is the one the client trusts. */
export function tlsOptions(fault: TlsFault, authority: Issuer): TlsOptions {
  const wish: CertificateWish = { commonName: 'x.hostile.example', altNames: ALT_NAMES, purpose: 'server' };
  const by = (more: Partial<CertificateWish>): TlsOptions => {
    const { cert, key } = certificate({ ...wish, issuer: authority, ...more });
    return { cert, key };
  };
  switch (fault) {
    case 'none':
      return by({});
    case 'self-signed': {
      const { cert, key } = certificate(wish);
      return { cert, key };
    }
    case 'unknown-authority':
      return by({ issuer: certificate({ commonName: 'Nobody knows', isAuthority: true }) });
    case 'expired':
      return by({ from: days(-10), until: days(-1) });
    case 'not-yet-valid':
      return by({ from: days(1), until: days(10) });
    case 'another-name':
      return by({ altNames: ['somewhere-else.example'] });
    case 'name-in-subject-only':
      return by({ altNames: [], commonName: 'x.other.example' });
    case 'for-clients-only':
      return by({ purpose: 'client' });
    case 'signed-by-a-leaf': {
      const leaf = certificate({ ...wish, issuer: authority });
      const { cert, key } = certificate({ ...wish, commonName: 'y.hostile.example', issuer: leaf });
      return { cert: cert + leaf.cert, key };
    }
    case 'sha1':
      return { ...by({ hash: 'sha1' }), ciphers: 'ALL:@SECLEVEL=0' };
    case 'tls-1.0':
      return { ...by({}), minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' };
    case 'tls-1.1':
      return { ...by({}), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' };
    case 'http2-only':
      return { ...by({}), ALPNProtocols: ['h2'] };
    case 'wants-a-client-certificate':
      return {
        ...by({}),
        maxVersion: 'TLSv1.2',
        requestCert: true,
        rejectUnauthorized: true,
        ca: authority.cert,
      };
  }
}
