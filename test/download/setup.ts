import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesStore } from '../../src/artifacts/files.ts';
import { artifactName, quarantineName } from '../../src/artifacts/layout.ts';
import type { Artifact, KnownArtifact } from '../../src/core/artifact.ts';
import type { DocumentReader } from '../../src/core/document-reader.ts';
import type { WorkId } from '../../src/core/identifiers.ts';
import type { AttemptNote } from '../../src/core/manifest-record.ts';
import type { Plan } from '../../src/core/plan.ts';
import type { Work } from '../../src/core/work.ts';
import { createDownloader } from '../../src/download/create-downloader.ts';
import type { DownloadJob } from '../../src/download/download.ts';
import type { DownloaderDeps, DownloadSettings } from '../../src/download/downloader-deps.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { live } from '../contracts/replace-file.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { type Answer, type Loopback, loopback, plainSend } from '../support/loopback.ts';
import { tempDir } from '../support/temp-dir.ts';

const WORK: Work = { id: 'doi:10.1/x' as WorkId, title: 'A paper', year: 2020 };

interface Bench extends AsyncDisposable {
  readonly web: Loopback;
  readonly notes: AttemptNote[];
  readonly published: Artifact[];
  readonly root: string;
  job(plan: Partial<Plan>, more?: Partial<DownloadJob>): DownloadJob;
  readonly downloader: ReturnType<typeof createDownloader>;
  /** Every file below the root, temporary ones too. */
  files(): Promise<readonly string[]>;
}

const SETTINGS: DownloadSettings = {
  maxBytes: 1_000_000,
  chunkSizeBytes: 65_536,
  formats: ['pdf', 'xml', 'html'],
  verifyContentLength: true,
  verifyPdf: true,
  verifyIdentity: 'off',
  extractHtmlText: false,
  headPrecheck: false,
  resumePartial: true,
  allowedTypes: {},
};

/** No document is looked into unless a test brings a reader. */
const unread: DocumentReader = {
  pdf: () => Promise.reject(new Error('nobody reads here')),
  pdfProof: async () => ({ kind: 'unproven', why: 'nobody reads here' }),
  article: () => Promise.reject(new Error('nobody reads here')),
};

/** A downloader over a real store and a real server that answers as told. */
export async function bench(
  answer: Answer,
  settings: Partial<DownloadSettings> = {},
  deps: Partial<DownloaderDeps> = {},
): Promise<Bench> {
  const dir = await tempDir();
  const web = await loopback(answer);
  const notes: AttemptNote[] = [];
  const published: Artifact[] = [];
  const downloader = createDownloader({
    send: plainSend,
    store: filesStore({ root: dir.path, files: nodeFiles(), fsync: true }),
    nameOf: artifactName,
    quarantineNameOf: quarantineName,
    reader: unread,
    settings: { ...SETTINGS, ...settings },
    overridesOf: () => ({}),
    clock: fakeClock(),
    ...deps,
  });
  return {
    web,
    notes,
    published,
    root: dir.path,
    downloader,
    job: (plan, more = {}) => ({
      work: WORK,
      token: 1,
      signal: new AbortController().signal,
      note: (note) => void notes.push(note),
      beforePublish: async (artifact) => void published.push(artifact),
      leaseIsLive: () => true,
      replaceFile: live,
      shelf: { part: undefined },
      ...more,
      plan: { url: `${web.url}/paper`, expected: 'pdf', resolver: 'test', tier: 'direct_oa', ...plan },
    }),
    files: async () =>
      (await readdir(dir.path, { recursive: true, withFileTypes: true }))
        .filter((one) => !one.isDirectory())
        .map((one) => join(one.parentPath, one.name).slice(dir.path.length + 1)),
    async [Symbol.asyncDispose]() {
      await web[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
}

export const asKnown = (artifact: Artifact): KnownArtifact => ({
  ...artifact,
  resolver: 'test',
  tier: 'direct_oa',
});
