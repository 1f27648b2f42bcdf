import { parseConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';

/** What a new configuration says; the rest is as it comes. */
export interface Answers {
  readonly mailto?: string;
  readonly out?: string;
  readonly query?: string;
  readonly ids?: string;
  readonly works?: string;
  readonly formats?: readonly string[];
}

/** JSON is YAML: every text can be written so. */
const value = (text: unknown): string => JSON.stringify(text ?? null);

function contactLines({ mailto }: Answers): readonly string[] {
  return [
    '# Who asks: stands in the User-Agent and in calls of APIs that want it. Real servers are not asked without one.',
    mailto === undefined ? '# mailto: "you@your-institution.edu"' : `mailto: ${value(mailto)}`,
  ];
}

function inputLines({ query, ids, works }: Answers): readonly string[] {
  return [
    '# What to acquire with `contentdownload run -c FILE`; `pull` takes it on the command line.',
    'inputs:',
    `  query: ${value(query)}      # OpenAlex filter, API URL or search text`,
    `  ids: ${value(ids)}          # file with one identifier a line`,
    `  works: ${value(works)}      # JSONL, CSV, BibTeX, RIS or CSL-JSON file`,
    '  max_works: null',
  ];
}

/** Keys stay out of files that are shared: the environment has them. */
function keyLines({ resolvers }: Config): readonly string[] {
  return [
    '# Who knows where full texts are. Keys are best given in the environment:',
    '#   DOCSTOKG_CONTENT_API_KEY_OPENALEX, DOCSTOKG_CONTENT_API_KEY_CORE, DOCSTOKG_CONTENT_API_KEY_SEMANTIC_SCHOLAR',
    'resolvers:',
    '  # In this order; name openaire, hal, osf, base, zenodo, figshare or biorxiv to ask them too.',
    `  order: [${resolvers.order.join(', ')}]`,
    '  # arxiv: { enabled: false }',
  ];
}

/** A configuration to start from: what people change first, with the defaults as they are. */
export function sampleConfig(answers: Answers): string {
  const { config } = parseConfig({});
  const { orchestrator, download, rate_limit, artifacts, licenses } = config;
  const rates = rate_limit.default;
  return [
    '# Configuration of contentdownload. Keys that are left out have their defaults; `contentdownload print-config -c FILE`',
    '# shows all of them, `contentdownload doctor -c FILE` checks what they need.',
    '',
    ...contactLines(answers),
    '',
    '# Where runs, catalog and files are kept.',
    `out: ${value(answers.out ?? config.out)}`,
    '',
    ...inputLines(answers),
    '',
    'download:',
    '  # What is wanted, best first. HTML is kept only when it is the full text and nothing better was found.',
    `  formats: ${value(answers.formats ?? download.formats)}`,
    `  max_bytes: ${download.max_bytes}    # larger files are not taken`,
    `  verify_identity: ${download.verify_identity}    # off, warn or quarantine: what is done with a file that is not the paper`,
    '',
    '# Empty: any licence. Else only places under one of these, such as [cc-by, cc0].',
    `licenses: { accept: ${value(licenses.accept)} }`,
    '',
    'artifacts:',
    `  min_free_bytes: ${artifacts.min_free_bytes}    # with less room on the disk a run pauses`,
    '',
    'orchestrator:',
    `  workers: ${orchestrator.workers}         # steps at one time`,
    `  max_per_host: ${orchestrator.max_per_host}     # requests in flight to one host`,
    '',
    '# How often a host may be asked. Known services have limits of their own beside these.',
    'rate_limit:',
    '  default:',
    `    metadata: ${value(rates.metadata)}`,
    `    landing: ${value(rates.landing)}`,
    `    artifact: ${value(rates.artifact)}`,
    '    # host: all requests to one host together; domain: to all hosts of one domain. Left out, they follow the rates above.',
    '    # host: "1/second"',
    '    # domain: "4/second"',
    '  # policies: { "journal.example.org": { artifact: "1/5second" } }',
    '',
    ...keyLines(config),
    '',
  ].join('\n');
}
