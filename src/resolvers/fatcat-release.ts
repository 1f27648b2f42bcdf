import { z } from 'zod';
import { readLicense } from '../core/claims.ts';
import { parseWebUrl } from '../core/identifiers.ts';
import type { ArtifactVersion, Candidate } from '../core/plan.ts';
import { listOf, Text } from './lenient-fields.ts';

const Place = z.object({ rel: Text, url: Text });
const StoredFile = z.object({
  mimetype: Text,
  sha1: Text,
  sha256: Text,
  md5: Text,
  urls: listOf(Place),
});
type StoredFile = z.output<typeof StoredFile>;

/** A release of fatcat.wiki, the catalogue of what the Internet Archive has of papers. */
export const Release = z.object({
  ident: z.string(),
  release_stage: Text,
  license_slug: Text,
  files: listOf(StoredFile),
});
type Release = z.output<typeof Release>;

const CAPTURE = /^https?:\/\/web\.archive\.org\/web\/(\d{14})[a-z_]*\/(https?:\/\/.+)$/s;
const MAX_PLACES = 5;

const HASHES = { sha256: 64, sha1: 40, md5: 32 } as const;

function checksumOf(file: StoredFile): Candidate['checksum'] {
  for (const algorithm of ['sha256', 'sha1', 'md5'] as const) {
    const hex = file[algorithm]?.toLowerCase() ?? '';
    if (hex.length === HASHES[algorithm] && /^[0-9a-f]+$/.test(hex)) return { algorithm, hex };
  }
  return undefined;
}

const VERSIONS: Readonly<Record<string, ArtifactVersion>> = {
  published: 'published',
  updated: 'published',
  accepted: 'accepted',
  submitted: 'submitted',
  draft: 'submitted',
};

type CaptureUrl = (timestamp: string, original: string) => string;

/** The captures first: the other places may be gone, which is why the archive is asked at all. */
function* placesOf({ urls }: StoredFile, capture: CaptureUrl): Iterable<string> {
  const known = urls.flatMap(({ url }) => (url === undefined ? [] : (parseWebUrl(url) ?? [])));
  for (const url of known) {
    const [, timestamp, original] = CAPTURE.exec(url) ?? [];
    if (timestamp !== undefined && original !== undefined) yield capture(timestamp, original);
  }
  yield* known.filter((url) => !/^https?:\/\/web\.archive\.org\//.test(url));
}

/** PDFs of the release, with the hash their bytes must have. */
export function candidatesOfRelease(release: Release, capture: CaptureUrl): readonly Candidate[] {
  const license = readLicense(release.license_slug);
  const version = VERSIONS[release.release_stage ?? ''];
  return release.files
    .filter(({ mimetype }) => mimetype === 'application/pdf')
    .flatMap((file) => {
      const checksum = checksumOf(file);
      return [...placesOf(file, capture)].slice(0, MAX_PLACES).map(
        (url): Candidate => ({
          url,
          expected: 'pdf',
          evidence: 'fatcat file',
          ...(license && { license }),
          ...(version && { version }),
          ...(checksum && { checksum }),
        }),
      );
    });
}
