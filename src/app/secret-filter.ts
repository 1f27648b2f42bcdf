import type { LoadedConfig } from '../config/assemble-config.ts';
import { secretsIn } from '../config/secrets-in.ts';
import { type Secret, type SecretMask, secretMask } from '../core/mask-secrets.ts';

export interface SecretFilter extends SecretMask {
  /** All that is hidden so far. */
  readonly known: () => readonly Secret[];
  /** Hides the secrets of this configuration too, and hands it on. */
  readonly learn: (loaded: LoadedConfig) => LoadedConfig;
}

/** Hides the secrets of a run, and those of every configuration it takes over later. */
export function secretFilter(first: LoadedConfig): SecretFilter {
  const known = [...secretsIn(first)];
  let current = secretMask(known);
  return {
    mask: (text) => current.mask(text),
    longest: () => current.longest(),
    decided: (text) => current.decided(text),
    known: () => known,
    learn(loaded) {
      known.push(...secretsIn(loaded));
      current = secretMask(known);
      return loaded;
    },
  };
}
