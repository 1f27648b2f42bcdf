import { dirname } from 'node:path';
import type { Report } from './build-report.ts';
import { showCount } from './figures.ts';
import { shellWord } from './shell-word.ts';

const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A query over what a run left; `undefined` where its folder is not known. */
function queryOf({ folder, metrics }: Report, from: string): string | undefined {
  if (folder === null) return undefined;
  const sql = `SELECT DISTINCT doc_id FROM ${from.replace('RUN', () => quoted(metrics.run_id))}`;
  return `contentdownload catalog query --out ${shellWord(dirname(folder))} --sql ${shellWord(sql)}`;
}

/** "And 95 more; `contentdownload …` lists all."; `undefined` where the list is whole. */
function restOf(report: Report, { more, from }: { readonly more: number; readonly from: string }) {
  if (more <= 0) return undefined;
  const command = queryOf(report, from);
  return `And ${showCount(more)} more${command === undefined ? '' : `; \`${command}\` lists all`}.`;
}

const ENTRIES = 'catalog_entries WHERE run_id = RUN AND';

export const moreUnknownDois = (report: Report): string | undefined =>
  restOf(report, {
    more: (report.metrics.unknown_dois ?? 0) - report.unknown_dois.length,
    from: "attempts WHERE run_id = RUN AND role = 'landing' AND http_status = 404 AND host IN ('doi.org', 'dx.doi.org')",
  });

export const moreUnsure = (report: Report): string | undefined =>
  restOf(report, {
    more: report.metrics.identity.unsure - report.unsure.length,
    from: `${ENTRIES} identity = 'unsure'`,
  });

export const moreDuplicates = (report: Report): string | undefined =>
  restOf(report, {
    more: (report.metrics.reasons['duplicate-work'] ?? 0) - report.duplicates.length,
    from: `${ENTRIES} reason = 'duplicate-work'`,
  });

/** How to see all works of a reason, where some are not shown. */
export function allOfReason(report: Report): string | undefined {
  const cut = Object.entries(report.missed).find(
    ([reason, works]) => (report.metrics.reasons[reason] ?? 0) > works.length,
  );
  const command = cut && queryOf(report, `${ENTRIES} reason = ${quoted(cut[0])}`);
  return command === undefined ? undefined : `All works of a reason: \`${command}\`.`;
}
