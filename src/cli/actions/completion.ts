import type { Action } from '../command.ts';
import { completionScript, type Shell } from '../completion-script.ts';
import { EXIT } from '../exit-codes.ts';

export const completionAction: Action = async ({ args: [shell], commands, terminal }) => {
  terminal.print(completionScript(shell as Shell, commands));
  return EXIT.ok;
};
