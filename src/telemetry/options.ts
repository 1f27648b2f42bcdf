import { z } from 'zod';

/** Section `telemetry`. Manifest and catalog are records, not telemetry: nothing here switches them off. */
export const TelemetryOptions = z.strictObject({
  sinks: z
    .array(z.enum(['console', 'csv', 'otlp', 'prometheus']))
    .default(['console'])
    .describe('where events go beside manifest and catalog'),
  csv_path: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('file of the csv sink; default: `<out>/<run_id>/attempts.csv`')
    .meta({ kind: 'path' }),
  otlp: z
    .strictObject({
      endpoint: z.url().nullable().default(null).describe('collector address'),
      headers: z
        .record(z.string(), z.string().meta({ kind: 'secret' }))
        .default({})
        .describe('headers for the collector'),
    })
    .prefault({})
    .describe('OpenTelemetry export'),
  prometheus: z
    .strictObject({
      port: z
        .number()
        .int()
        .min(1)
        .max(65_535)
        .nullable()
        .default(null)
        .describe('loopback port of /metrics'),
    })
    .prefault({})
    .describe('Prometheus metrics during a run'),
});
export type TelemetryOptions = z.output<typeof TelemetryOptions>;
