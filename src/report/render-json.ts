import { sortedJson } from '../core/sorted-json.ts';
import type { Report } from './build-report.ts';
import { headlineOf } from './headline.ts';

/** The report for programs: the object of manifest.metrics.json with everything else of the report beside its keys. */
export const renderJson = ({ metrics, ...rest }: Report): string =>
  sortedJson({ headline: headlineOf(metrics), ...metrics, ...rest });
