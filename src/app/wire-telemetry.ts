import { join } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { attemptsCsv } from '../telemetry/attempts-csv.ts';
import { consoleSink } from '../telemetry/console.ts';
import { type FanOut, fanOut } from '../telemetry/fan-out.ts';
import type { Sink } from '../telemetry/sink.ts';
import type { Platform } from './platform.ts';

export interface TelemetryRequest {
  readonly platform: Platform;
  /** The display of the terminal. */
  readonly listen: Emit;
  readonly runFolder: string;
}

/** Every sink of the configuration behind one `emit`. The manifest is not among them: it is a record. */
export function wireTelemetry(config: Config, { platform, listen, runFolder }: TelemetryRequest): FanOut {
  const { telemetry } = config;
  const sinkOf = (name: (typeof telemetry.sinks)[number]): Sink => {
    switch (name) {
      case 'console':
        return consoleSink(listen);
      case 'csv':
        return attemptsCsv({
          files: platform.files,
          path: telemetry.csv_path ?? join(runFolder, 'attempts.csv'),
        });
      case 'otlp':
      case 'prometheus':
        throw new UserError(`telemetry.sinks: ${name} is not part of this version; use console or csv`);
    }
  };
  return fanOut({ sinks: telemetry.sinks.map(sinkOf), clock: platform.clock });
}
