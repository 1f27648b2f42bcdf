import type { CommandTable } from './command.ts';
import { catalog } from './commands/catalog.ts';
import { completion } from './commands/completion.ts';
import { configSchemaCommand } from './commands/config-schema.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { init } from './commands/init.ts';
import { demo, lab } from './commands/lab.ts';
import { printConfig } from './commands/print-config.ts';
import { pull, run } from './commands/pull.ts';
import { queue } from './commands/queue.ts';
import { report } from './commands/report.ts';
import { resume } from './commands/resume.ts';
import { serve } from './commands/serve.ts';
import { telemetry } from './commands/telemetry.ts';
import { validateConfig } from './commands/validate-config.ts';

/** Every command, in the order help shows them. */
export const COMMANDS: CommandTable = [
  pull,
  run,
  resume,
  report,
  explain,
  demo,
  lab,
  queue,
  catalog,
  serve,
  telemetry,
  init,
  doctor,
  printConfig,
  validateConfig,
  configSchemaCommand,
  completion,
];
