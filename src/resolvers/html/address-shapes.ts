/** What the form of an address tells by itself. */
interface Shape {
  readonly platform: string;
  /** Held against path and query. */
  readonly pattern: RegExp;
  /** `pdf`: the file is a PDF; `file`: a file of any kind, so that the words of the link must tell. */
  readonly says: 'pdf' | 'file';
  /** The last part repeats the title of the work: its words tell nothing of the kind of the file. */
  readonly endsInTitle?: true;
  /** Where the form is documented, or a page it was seen on. */
  readonly seen: string;
}

/** Forms of addresses by which platforms name the files of papers; the first that fits counts. */
const SHAPES: readonly Shape[] = [
  {
    platform: 'Cambridge Core',
    pattern: /\/aop-cambridge-core\/content\/view\/[^/]+\/[^/]+\.pdf(?:\/|$)/i,
    says: 'pdf',
    endsInTitle: true,
    seen: 'www.cambridge.org/core/journals, citation_pdf_url of every article',
  },
  {
    platform: 'Silverchair',
    pattern: /\/article-pdf\//i,
    says: 'pdf',
    seen: 'academic.oup.com, pubs.aip.org, direct.mit.edu',
  },
  {
    platform: 'Atypon',
    pattern: /\/doi\/(?:pdf|epdf|pdfdirect|pdfplus)\/10\./i,
    says: 'pdf',
    seen: 'www.tandfonline.com, pubs.acs.org, onlinelibrary.wiley.com',
  },
  {
    platform: 'Open Journal Systems',
    pattern: /\/(?:article|preprint|catalog)\/(?:download|viewFile)\/[\w.-]+\/[\w.-]+/i,
    says: 'pdf',
    seen: 'docs.pkp.sfu.ca, galleys of OJS 2 and 3, OMP, OPS',
  },
  {
    platform: 'Digital Commons',
    pattern: /\/viewcontent(?:\.cgi\?|\/)(?!.*(?:type=additional|filename=\d))/i,
    says: 'pdf',
    seen: 'digitalcommons.unl.edu, scholarworks.*',
  },
  {
    platform: 'J-STAGE',
    pattern: /\/_pdf(?:\/|$|\?|-)/i,
    says: 'pdf',
    seen: 'www.jstage.jst.go.jp/article/…/_pdf',
  },
  {
    platform: 'SciELO',
    pattern: /[?&]script=sci_pdf\b/i,
    says: 'pdf',
    seen: 'www.scielo.br/scielo.php of the older site',
  },
  {
    platform: 'Royal Society of Chemistry',
    pattern: /\/articlepdf\//i,
    says: 'pdf',
    seen: 'pubs.rsc.org/en/content/articlepdf',
  },
  {
    platform: 'Elsevier journals',
    pattern: /\/action\/showPdf\?|\/pdfft(?:\?|$)|\/pdfExtended\//i,
    says: 'pdf',
    seen: 'www.cell.com, www.thelancet.com, www.sciencedirect.com',
  },
  {
    platform: 'HAL',
    pattern: /\/[a-z]+-\d{6,9}(?:v\d+)?\/(?:document|file)(?:$|[/?])/i,
    says: 'pdf',
    seen: 'hal.science/hal-…/document',
  },
  {
    platform: 'Islandora',
    pattern: /\/datastreams?\/PDF\b/i,
    says: 'pdf',
    seen: 'fau.digital.flvc.org/islandora/object/…/datastream/PDF/view',
  },
  {
    platform: 'Ingenta Connect',
    pattern: /[?&]mimetype=application(?:%2F|\/)pdf/i,
    says: 'pdf',
    seen: 'data-popup on www.ingentaconnect.com',
  },
  {
    platform: 'PLOS, Europe PMC, SciELO, Magtech',
    pattern:
      /[?&](?:type=printable|representation=pdf|pdf=render|[a-z_]{0,20}(?:type|format|output|ext)=pdf)\b/i,
    says: 'pdf',
    seen: 'journals.plos.org, europepmc.org, www.scielo.br/j/…?format=pdf, …/CN/article/downloadArticleFile.do?attachType=PDF',
  },
  {
    platform: 'scripts named for what they give',
    pattern:
      /\/(?:download|get|view|show|open|create|export|fetch)_?pdf(?:\.\w{2,5})?(?:$|[/?;])|\/[a-z]{0,20}[-_]?pdf\.(?:php|aspx?|jsp|cgi|do|action|cfm)(?:$|[?;/])/i,
    says: 'pdf',
    seen: 'journals.lww.com/…/downloadpdf.aspx, www.aed.org.cn create_pdf, www.cairn.info/load_pdf.php',
  },
  {
    platform: 'a part of the path named for what it gives',
    pattern: /\/(?:e?pdf|pdfs?|pdf-vor|pdfplus|pdfdirect|pdf_file|flpdf|fulltextpdf)(?:\/|$|\?)/i,
    says: 'pdf',
    seen: 'www.mdpi.com/…/pdf, iopscience.iop.org, Janeway …/download/pdf/',
  },
  {
    platform: 'files by name',
    pattern: /\.pdf(?:$|[?;+/&])/i,
    says: 'pdf',
    seen: 'everywhere',
  },
  {
    platform: 'DSpace 7',
    pattern: /\/bitstreams\/[0-9a-f-]{36}\/(?:download|content)(?:$|\?)/i,
    says: 'file',
    seen: 'wiki.lyrasis.org DSpace 7 REST contract; upcommons.upc.edu',
  },
  {
    platform: 'DSpace 1 to 6',
    pattern: /\/(?:bitstream|retrieve)\/(?:handle\/)?[\w.-]+\//i,
    says: 'file',
    seen: 'digital.csic.es/bitstream',
  },
  {
    platform: 'Invenio and Zenodo',
    pattern: /\/records?\/[\w-]+\/files\//i,
    says: 'file',
    seen: 'zenodo.org/records/…/files, cds.cern.ch/record',
  },
  {
    platform: 'figshare',
    pattern: /\/ndownloader\/(?:files|articles)\/\d+/i,
    says: 'file',
    seen: 'docs.figshare.com, figshare.com/ndownloader/files',
  },
  {
    platform: 'Fedora and Islandora',
    pattern: /\/datastreams?\/\w+(?:\/|$)/i,
    says: 'file',
    seen: '…/islandora/object/x%3A1/datastream/OBJ/download',
  },
  {
    platform: 'Samvera Hyrax',
    pattern: /\/downloads\/[\w-]{5,}/i,
    says: 'file',
    seen: 'samvera.github.io, deepblue.lib.umich.edu/downloads',
  },
  {
    platform: 'Pure portals',
    pattern: /\/(?:ws\/)?(?:portalfiles\/portal|files)\/\d+\//i,
    says: 'file',
    seen: 'research.tue.nl/files/…, pure.mpg.de',
  },
  {
    platform: 'SSRN',
    pattern: /\/delivery\.cfm\b/i,
    says: 'file',
    seen: 'papers.ssrn.com/sol3/Delivery.cfm',
  },
  {
    platform: 'parts of the path that give a file',
    pattern: /\/(?:at_download|download|attachment|getfile)(?:\.\w{2,5})?(?:\/|$|\?)/i,
    says: 'file',
    seen: 'osf.io/…/download, Plone at_download/file',
  },
];

const shapeOf = (url: URL): Shape | undefined => {
  const address = url.pathname + url.search;
  return SHAPES.find(({ pattern }) => pattern.test(address));
};

/** What the form of the address says of the file behind it. */
export const saysOfFile = (url: URL): Shape['says'] | undefined => shapeOf(url)?.says;

/** Whether only its name tells that a PDF is behind it: any file of any site looks so. */
export const isPlainFile = (url: URL): boolean => shapeOf(url)?.platform === 'files by name';

export const endsInTitle = (url: URL): boolean => shapeOf(url)?.endsInTitle === true;
