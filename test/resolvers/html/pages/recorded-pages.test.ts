import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Work } from '../../../../src/core/work.ts';
import { landing } from '../../../../src/resolvers/landing.ts';
import { resolve, scriptedAsker } from '../../../support/scripted-asker.ts';
import { listShared, sharedIsAbsent, sharedPath } from '../../../support/shared-data.ts';
import { workBy } from '../../../support/work-by.ts';
import { worksOf } from '../../../support/work-of-page.ts';

interface Expected {
  readonly url: string;
  /** The PDF that the page names, or none. */
  readonly pdf?: string;
  /** The same by its links alone, where they spell it otherwise or say nothing. */
  readonly byLinks?: string | null;
}

const SD = 'http://www.sciencedirect.com/science/article/pii';
const OAG = 'openarticlegauge_tests_resources';

/** Read off each page by hand: where it stands on the web, and the file of the paper. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  'ACL_2021.naacl-main.208': {
    url: 'https://aclanthology.org/2021.naacl-main.208/',
    pdf: 'https://aclanthology.org/2021.naacl-main.208.pdf',
  },
  'ACS_acscombsci.5b00087': { url: 'https://pubs.acs.org/doi/10.1021/acscombsci.5b00087' },
  'APS_PhysRevLett.122.145901': {
    url: 'https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.122.145901',
  },
  Fallback_kobv: {
    url: 'https://opus4.kobv.de/opus4-trr154/frontdoor/index/index/docId/481',
    pdf: 'https://opus4.kobv.de/opus4-trr154/files/481/SchaeferAguilarUlbrichpapernumadjoint.pdf',
  },
  IOPScience_ab007b: {
    url: 'https://iopscience.iop.org/article/10.1088/1748-605X/ab007b',
    pdf: 'https://iopscience.iop.org/article/10.1088/1748-605X/ab007b/pdf',
    byLinks: null,
  },
  Lingbuzz_006747: {
    url: 'https://lingbuzz.net/lingbuzz/006747',
    pdf: 'https://lingbuzz.net/lingbuzz/006747/current.pdf?_s=yjuh8o8KvNGk8Jio',
  },
  NBER_w29971: {
    url: 'https://www.nber.org/papers/w29971',
    pdf: 'https://www.nber.org/system/files/working_papers/w29971/w29971.pdf',
  },
  ProjectEuclid_1391109086: {
    url: 'https://projecteuclid.org/journals/advances-in-differential-equations/volume-19/issue-3_2f_4/An-analysis-of-the-renormalization-group-method-for-asymptotic-expansions/ade/1391109086.full',
    pdf: 'https://projecteuclid.org/journals/advances-in-differential-equations/volume-19/issue-3_2f_4/An-analysis-of-the-renormalization-group-method-for-asymptotic-expansions/ade/1391109086.pdf',
    byLinks: 'https://projecteuclid.org/journalArticle/LogDownloadAttempt?urlId=ade%2F1391109086',
  },
  ScienceDirect_S2210271X18305656: {
    url: 'https://www.sciencedirect.com/science/article/abs/pii/S2210271X18305656',
  },
  SpringerLink_BF02727953: {
    url: 'https://link.springer.com/article/10.1007/BF02727953',
    pdf: 'https://link.springer.com/content/pdf/10.1007/BF02727953.pdf',
    byLinks: null,
  },
  'TFOnline_23311932.2015.1117749': {
    url: 'https://www.tandfonline.com/doi/full/10.1080/23311932.2015.1117749',
  },
  USENIX_bulekov: {
    url: 'https://www.usenix.org/conference/usenixsecurity22/presentation/bulekov',
    pdf: 'https://www.usenix.org/system/files/sec22-bulekov.pdf',
  },
  USENIX_goyal: {
    url: 'https://www.usenix.org/conference/nsdi22/presentation/goyal',
    pdf: 'https://www.usenix.org/system/files/nsdi22-paper-goyal.pdf',
  },
  'bmc_10.1186_1471-2164-13-425': {
    url: 'http://www.biomedcentral.com/1471-2164/13/425',
    pdf: 'http://www.biomedcentral.com/bmcgenomics/content/pdf/1471-2164-13-425.pdf',
    byLinks: 'http://www.biomedcentral.com/content/pdf/1471-2164-13-425.pdf',
  },
  'bmc_10.1186_bcr3351': {
    url: 'http://breast-cancer-research.com/content/14/6/327',
    pdf: 'http://breast-cancer-research.com/content/pdf/bcr3351.pdf',
  },
  'eLife_10.7554_eLife.00160': {
    url: 'http://elife.elifesciences.org/content/2/e00160',
    pdf: 'http://elife.elifesciences.org/content/2/e00160.full-text.pdf',
  },
  'elsevier_sponsored_10.1016_j.biortech.2012.01.008': { url: `${SD}/S0960852412000144` },
  'elsevier_sponsored_10.1016_j.biortech.2012.01.009': {
    url: `${SD}/S0960852412000156`,
    pdf: 'http://pdn.sciencedirect.com/science?_ob=MiamiImageURL&_cid=271433&_user=10&_pii=S0960852412000156&_check=y&_origin=article&_zone=toolbar&_coverDate=2012--31&view=c&originContentFamily=serial&wchp=dGLzVBA-zSkWb&md5=a6bb2ee6b8937b5cb65c85087e8fe1a1&pid=1-s2.0-S0960852412000156-main.pdf',
  },
  elsevier_sponsored_permissions_link: {
    url: 'http://www.elsevier.com/about/open-access/open-access-articles',
  },
  'fixtures_clinicaltrials.gov': { url: 'https://clinicaltrials.gov/ct2/show/NCT02890849' },
  [`${OAG}_10.1111_j.1365-2869.2012.01054.x`]: {
    url: 'http://onlinelibrary.wiley.com/doi/10.1111/j.1365-2869.2012.01054.x/abstract',
    pdf: 'http://onlinelibrary.wiley.com/doi/10.1111/j.1365-2869.2012.01054.x/pdf',
  },
  [`${OAG}_PMC3783412`]: {
    url: 'http://europepmc.org/articles/PMC3783412',
    pdf: 'http://europepmc.org/articles/PMC3783412?pdf=render',
  },
  [`${OAG}_PMC4160115`]: {
    url: 'http://europepmc.org/articles/PMC4160115',
    pdf: 'http://europepmc.org/articles/PMC4160115?pdf=render',
  },
  [`${OAG}_biogenic`]: {
    url: 'http://www.atmos-chem-phys.net/13/1689/2013/acp-13-1689-2013.html',
    pdf: 'http://www.atmos-chem-phys.net/13/1689/2013/acp-13-1689-2013.pdf',
  },
  [`${OAG}_bmc_10.1186_1471-2458-13-1092`]: {
    url: 'http://www.biomedcentral.com/1471-2458/13/1092',
    pdf: 'http://www.biomedcentral.com/content/pdf/1471-2458-13-1092.pdf',
  },
  [`${OAG}_bmj_10.1136_thoraxjnl-2012-202003`]: {
    url: 'http://thorax.bmj.com/content/68/1/82',
    pdf: 'http://thorax.bmj.com/content/68/1/82.full.pdf',
  },
  [`${OAG}_fnbeh.2013.00049`]: {
    url: 'http://journal.frontiersin.org/Journal/10.3389/fnbeh.2013.00049/full',
    pdf: 'http://journal.frontiersin.org/Article/DownloadFile/79324/FLPDF/fnbeh-07-00049.pdf/7',
  },
  [`${OAG}_ncbi.23175652`]: { url: 'http://www.ncbi.nlm.nih.gov/pubmed/23175652' },
  [`${OAG}_pone.0031314`]: {
    url: 'http://www.plosone.org/article/info%3Adoi%2F10.1371%2Fjournal.pone.0031314',
    pdf: 'http://dx.plos.org/10.1371/journal.pone.0031314.pdf',
    byLinks:
      'http://www.plosone.org/article/fetchObject.action;jsessionid=69049527E734ADEC9B95698C086FC68F?uri=info%3Adoi%2F10.1371%2Fjournal.pone.0031314&representation=PDF',
  },
  [`${OAG}_springerlink_10.1007_s10522-013-9457-0`]: {
    url: 'http://link.springer.com/article/10.1007/s10522-013-9457-0/fulltext.html',
  },
  'oup_10.1093_bioinformatics_bts553': {
    url: 'http://bioinformatics.oxfordjournals.org/content/28/22/2898',
    pdf: 'http://bioinformatics.oxfordjournals.org/content/28/22/2898.full.pdf',
  },
  'oup_10.1093_nar_gks884': {
    url: 'http://nar.oxfordjournals.org/content/40/21/10668',
    pdf: 'http://nar.oxfordjournals.org/content/40/21/10668.full.pdf',
  },
  'plos_10.1371_journal.pbio.1001461': {
    url: 'http://www.plosbiology.org/article/info:doi/10.1371/journal.pbio.1001461',
    pdf: 'http://dx.plos.org/10.1371/journal.pbio.1001461.pdf',
    byLinks:
      'http://www.plosbiology.org/article/fetchObjectAttachment.action?uri=info%3Adoi%2F10.1371%2Fjournal.pbio.1001461&representation=PDF',
  },
  'plos_10.1371_journal.pmed.1001062': {
    url: 'http://www.plosmedicine.org/article/info:doi/10.1371/journal.pmed.1001062',
    pdf: 'http://dx.plos.org/10.1371/journal.pmed.1001062.pdf',
    byLinks:
      'http://www.plosmedicine.org/article/fetchObjectAttachment.action?uri=info%3Adoi%2F10.1371%2Fjournal.pmed.1001062&representation=PDF',
  },
  'plos_10.1371_journal.pone.0037743': {
    url: 'http://www.plosone.org/article/info:doi/10.1371/journal.pone.0037743',
    pdf: 'http://dx.plos.org/10.1371/journal.pone.0037743.pdf',
    byLinks:
      'http://www.plosone.org/article/fetchObjectAttachment.action?uri=info%3Adoi%2F10.1371%2Fjournal.pone.0037743&representation=PDF',
  },
  python_tests_files_dlib_05vanhyning: { url: 'http://www.dlib.org/dlib/may17/vanhyning/05vanhyning.html' },
  python_tests_files_genders_g58_fairlie: { url: 'http://www.genders.org/g58/g58_fairlie.html' },
  python_tests_files_plos_one_article: {
    url: 'https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0213978',
    pdf: 'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0213978&type=printable',
  },
  'rsc_10.1039_C2CC35799B': {
    url: 'http://pubs.rsc.org/en/content/articlelanding/2012/cc/c2cc35799b',
    pdf: 'http://pubs.rsc.org/en/content/articlepdf/2012/cc/c2cc35799b',
    byLinks: null,
  },
  'sci_reports_10.1038_srep01011': {
    url: 'http://www.nature.com/srep/2012/121220/srep01011/full/srep01011.html',
    pdf: 'http://www.nature.com/srep/2012/121220/srep01011/pdf/srep01011.pdf',
  },
  'sci_reports_10.1038_srep01041': {
    url: 'http://www.nature.com/srep/2013/130109/srep01041/full/srep01041.html',
    pdf: 'http://www.nature.com/srep/2013/130109/srep01041/pdf/srep01041.pdf',
  },
};

const readPage = (name: string): string =>
  gunzipSync(readFileSync(sharedPath(`corpora/publisher-pages/${name}.html.gz`))).toString('utf8');

async function firstPdf(name: string, body: string, work: Work): Promise<string | undefined> {
  const { url } = EXPECTED[name]!;
  const headers = { 'content-type': 'text/html' };
  const asker = scriptedAsker((asked) => (asked === url ? { headers, body } : { status: 404 }));
  const { candidates } = await resolve(landing, work, { asker, leads: [url] });
  return candidates.find(({ expected }) => expected === 'pdf')?.url;
}

const ANOTHER = workBy('10.5555/another', {
  title: 'Groundwater ages below irrigated terraces of the upper Mekong basin',
  authors: ['Somchai Wattanapanich'],
});

const withoutTags = (html: string): string =>
  html.replace(
    /<meta[^>]{0,300}citation_pdf_url[^>]{0,500}>|<link[^>]{0,300}application\/pdf[^>]{0,300}>/gi,
    '',
  );

describe.skipIf(sharedIsAbsent)('recorded pages of publishers', () => {
  const names = listShared('corpora/publisher-pages')
    .filter((file) => file.endsWith('.html.gz'))
    .map((file) => file.replace(/\.html\.gz$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  const KNOWN_BY = ['all', 'doi', 'title'] as const;

  test.each(names)('%s leads to its PDF first, or to none, by whatever its work is known', async (name) => {
    const page = readPage(name);
    const { url, pdf } = EXPECTED[name]!;
    const works = worksOf(page, url);
    const found = await Promise.all(KNOWN_BY.map((known) => firstPdf(name, page, works[known])));
    expect(found).toEqual([pdf, pdf, pdf]);
  });

  test.each(names)('%s leads to it by its links alone', async (name) => {
    const page = readPage(name);
    const { url, pdf, byLinks = pdf } = EXPECTED[name]!;
    const works = worksOf(page, url);
    const found = await Promise.all(
      KNOWN_BY.map(async (known) => (await firstPdf(name, withoutTags(page), works[known])) ?? null),
    );
    expect(found).toEqual([byLinks ?? null, byLinks ?? null, byLinks ?? null]);
  });

  test.each(names.filter((name) => /citation_doi/.test(readPage(name))))(
    '%s has nothing for another work',
    async (name) => {
      const page = readPage(name);
      expect(await firstPdf(name, page, ANOTHER)).toBeUndefined();
    },
  );
});
