import { sortedJson } from '../core/sorted-json.ts';
import type { Report } from './build-report.ts';

/** The report for programs: the object of manifest.metrics.json with `kinds`, `tiers` and `missed` beside its keys. */
export const renderJson = ({ metrics, kinds, tiers, missed }: Report): string =>
  sortedJson({ ...metrics, kinds, tiers, missed });
