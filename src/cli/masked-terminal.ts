import { maskSecrets, type Secret } from '../core/mask-secrets.ts';
import type { Terminal } from './terminal.ts';

export interface MaskedTerminal {
  readonly terminal: Terminal;
  /** From now on none of these is shown. */
  readonly hide: (secrets: readonly Secret[]) => void;
}

/** A terminal that shows no secret it was told of, wherever it comes from. */
export function maskedTerminal(bare: Terminal): MaskedTerminal {
  const known: Secret[] = [];
  let mask = maskSecrets(known);
  return {
    terminal: {
      ...bare,
      print: (text) => bare.print(mask(text)),
      note: (text) => bare.note(mask(text)),
      draw: (text) => bare.draw(mask(text)),
    },
    hide(secrets) {
      known.push(...secrets);
      mask = maskSecrets(known);
    },
  };
}
