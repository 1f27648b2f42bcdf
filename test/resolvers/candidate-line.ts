import type { Candidate } from '../../src/core/plan.ts';

/** A candidate as one line to read: format, address, version, host, licence, hash. */
export const candidateLine = ({
  expected,
  url,
  version,
  hostType,
  license,
  checksum,
  needs,
}: Candidate): string =>
  [
    expected,
    url,
    version,
    hostType,
    license,
    checksum && `${checksum.algorithm}:${checksum.hex}`,
    needs && `needs ${needs}`,
  ]
    .filter(Boolean)
    .join(' ');
