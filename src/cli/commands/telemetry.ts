import type { CommandGroup } from '../command.ts';
import { CONFIG_FLAG, JSON_FLAG, RUN_FLAG } from '../flags.ts';

export const telemetry: CommandGroup = {
  name: 'telemetry',
  summary: 'what happened in a run, for analysis',
  commands: [
    {
      name: 'export',
      summary: 'every recorded attempt of a run as a table',
      flags: [
        RUN_FLAG,
        {
          flags: '--format <format>',
          summary: 'default: by the suffix of --out',
          choices: ['parquet', 'csv', 'jsonl'],
        },
        { flags: '--out <file>', summary: 'where it goes (- for stdout, with csv and jsonl)' },
        CONFIG_FLAG,
        JSON_FLAG,
      ],
      examples: [
        'contentdownload telemetry export --run runs/content --format parquet --out attempts.parquet',
        'contentdownload telemetry export --run runs/content --format jsonl --out - | jq .reason',
      ],
      load: async () => (await import('../actions/telemetry.ts')).telemetryExportAction,
    },
  ],
};
