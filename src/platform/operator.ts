import { hostname, userInfo } from 'node:os';

/** Who acts, for whoever meets the consequences later: `maria@lab-3`. */
export function operatorName(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run under an id that has no name.
    return `process ${process.pid} on ${hostname()}`;
  }
}
