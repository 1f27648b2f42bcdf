import { resolve } from 'node:path';
import { parseConfig } from '../config/load.ts';
import { readYaml } from '../config/read-yaml.ts';
import { UserError } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { writeAtomically } from '../platform/atomic-file.ts';
import { type Answers, sampleConfig } from './sample-config.ts';

export interface InitRequest {
  readonly path: string;
  readonly answers: Answers;
  /** Replace what is there. */
  readonly force: boolean;
}

/** Whether these answers make a configuration that is valid; throws `UserError` with what is wrong. */
export function checkAnswers(answers: Answers, path: string): string {
  const text = sampleConfig(answers);
  parseConfig({ file: readYaml(text, path) });
  return text;
}

/** Writes a commented configuration, checked before it is written; nothing is overwritten unless told so. */
export async function writeConfig(
  { path: named, answers, force }: InitRequest,
  files: Files,
): Promise<string> {
  const path = resolve(named);
  const bytes = Buffer.from(checkAnswers(answers, named));
  if (force) {
    await writeAtomically(files, path, bytes);
    return path;
  }
  try {
    const file = await files.create(path);
    await file.write(bytes);
    await file.sync();
    await file.close();
    return path;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new UserError(`${named} is there already; --force replaces it`, 2, error);
    if (code === 'ENOENT') throw new UserError(`${named}: there is no such folder`, 2, error);
    throw error;
  }
}
