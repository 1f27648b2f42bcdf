import { createHash } from 'node:crypto';
import type { Copy } from '../behaviour.ts';
import { entityOf } from '../faults.ts';
import { escapeXml } from '../jats.ts';
import { proofOfWorkPage } from '../pages.ts';
import {
  decoded,
  html,
  json,
  type LabContext,
  type LabRequest,
  type Provider,
  type Reply,
} from '../reply.ts';
import type { LabWork, World } from '../world.ts';

const BUCKET = 'pmc-oa-opendata';
const BUCKET_HOST = `${BUCKET}.s3.amazonaws.com`;
const CONVERTER = '/tools/idconv/api/v1/articles/';
const MAX_IDS = 200;
/** Versions are numbers: as text, 9 would come after 10. */
const VERSIONS = [1, 9, 10] as const;
const NEWEST = 10;

const xml = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml', server: 'AmazonS3' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

const noSuchKey = (key: string): Reply =>
  xml(
    404,
    `<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message><Key>${escapeXml(key)}</Key></Error>`,
  );

const refusal = (message: string, code: string): Reply =>
  json(400, { status: 'error', http_status: '400', errors: [{ message, code }] });

const isInPmc = (work: LabWork | undefined): work is LabWork => work?.paper.pmcid !== undefined;

/** Ids of one type, at most 200; a DOI is understood only when the type says so. PMIDs come as numbers. */
function convert(world: World, { searchParams }: URL): Reply {
  const ids = (searchParams.get('ids') ?? '').split(',').filter(Boolean);
  const type = searchParams.get('idtype') ?? 'pmid';
  if (ids.length === 0 || ids.length > MAX_IDS)
    return refusal(`Between 1 and ${MAX_IDS} ids, please`, 'bad_ids');
  if (type !== 'doi' && type !== 'pmid' && type !== 'pmcid')
    return refusal('Unknown idtype', 'invalid_idtype');
  const bad = type === 'pmid' ? ids.filter((id) => !/^\d+$/.test(id)) : [];
  if (bad.length > 0) return refusal(`Invalid PMIDs: ${bad.join(', ')}`, 'invalid_pmids');
  return json(200, {
    status: 'ok',
    records: ids.map((id) => {
      const work = world.work(type, id);
      if (!isInPmc(work))
        return { [type]: id, 'requested-id': id, status: 'error', errmsg: 'Identifier not found in PMC' };
      const { doi, pmcid, pmid } = work.paper;
      return { doi, pmcid, pmid: Number(pmid), 'requested-id': id };
    }),
  });
}

function listing(world: World, prefix: string): Reply {
  const pmcid = /^metadata\/(PMC\d+)\.$/.exec(prefix)?.[1];
  const work = pmcid === undefined ? undefined : world.work('pmcid', pmcid);
  const keys = work?.setup.holdings?.pmc
    ? VERSIONS.map((version) => `metadata/${pmcid}.${version}.json`)
    : [];
  // S3 lists keys in the order of their bytes.
  const contents = keys
    .toSorted()
    .map(
      (key) => `<Contents><Key>${key}</Key><Size>800</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    );
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${keys.length}</KeyCount><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
  );
}

const fileNames = (pmcid: string) => {
  const stem = `${pmcid}.${NEWEST}/${pmcid}.${NEWEST}`;
  return { pdf: `${stem}.pdf`, xml: `${stem}.xml`, text: `${stem}.txt` } as const;
};

function recordOf(world: World, work: LabWork): Reply {
  const { pmc } = work.setup.holdings ?? {};
  const names = fileNames(work.paper.pmcid ?? '');
  const address = (name: string, copy: Copy): string => {
    const md5 = createHash('md5').update(world.shelf.bytes(copy)).digest('hex');
    return `s3://${BUCKET}/${name}?md5=${md5}`;
  };
  return json(200, {
    pmcid: work.paper.pmcid,
    version: NEWEST,
    is_pmc_openaccess: !pmc?.isManuscript,
    is_manuscript: pmc?.isManuscript,
    is_retracted: false,
    license_code: pmc?.isManuscript ? 'TDM' : 'CC BY',
    ...(pmc?.xml && { xml_url: address(names.xml, pmc.xml) }),
    ...(pmc?.pdf && { pdf_url: address(names.pdf, pmc.pdf) }),
    text_url: `s3://${BUCKET}/${names.text}?md5=d41d8cd98f00b204e9800998ecf8427e`,
    media_urls: [],
  });
}

function file(world: World, work: LabWork, copy: Copy): Reply {
  const bytes = world.shelf.bytes(copy);
  const damaged = Buffer.from(bytes);
  // Another producer's name inside a comment of the PDF: as long and as well formed as the right bytes.
  if (work.setup.holdings?.pmc?.damaged) damaged[12] = (damaged[12] ?? 0) ^ 1;
  return {
    status: 200,
    headers: { 'content-type': 'binary/octet-stream', server: 'AmazonS3' },
    body: damaged,
    entity: entityOf(world.seed, copy, { validators: 'both', date: work.paper.date }),
  };
}

function bucketObject(world: World, key: string): Reply {
  const [, pmcid = '', version] = /^(?:metadata\/)?(PMC\d+)\.(\d+)[./]/.exec(key) ?? [];
  const work = world.work('pmcid', pmcid);
  const pmc = work?.setup.holdings?.pmc;
  if (!work || !pmc || Number(version) !== NEWEST) return noSuchKey(key);
  if (key === `metadata/${pmcid}.${NEWEST}.json`) return recordOf(world, work);
  const names = fileNames(pmcid);
  const copy = { [names.pdf]: pmc.pdf, [names.xml]: pmc.xml }[key];
  return copy ? file(world, work, copy) : noSuchKey(key);
}

/** PMC: id converter, public bucket, and a web site that wants a proof of work from every program. */
export function pmc({ world }: LabContext): Provider {
  const bucket = (url: URL): Reply =>
    url.pathname === '/'
      ? listing(world, url.searchParams.get('prefix') ?? '')
      : bucketObject(world, decoded(url.pathname.slice(1)));

  return {
    hosts: ['pmc.ncbi.nlm.nih.gov', 'www.ncbi.nlm.nih.gov', BUCKET_HOST],
    answer({ host, url }: LabRequest): Reply {
      if (host === BUCKET_HOST) return bucket(url);
      if (host === 'www.ncbi.nlm.nih.gov')
        return html(301, 'Moved', { location: `https://pmc.ncbi.nlm.nih.gov${url.pathname}${url.search}` });
      if (url.pathname === CONVERTER) return convert(world, url);
      return html(200, proofOfWorkPage());
    },
  };
}
