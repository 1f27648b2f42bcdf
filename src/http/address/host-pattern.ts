function isEmpty(patterns: object): boolean {
  for (const _ in patterns) return false;
  return true;
}

/**
 * The value under the pattern that fits a host best: the exact name, then the longest `*.suffix`, then `*`.
 * `*.example.org` does not mean `example.org` itself.
 */
export function matchHost<T>(patterns: Readonly<Record<string, T>>, host: string): T | undefined {
  if (isEmpty(patterns)) return undefined;
  const name = host.toLowerCase().replace(/[.]$/, '');
  if (Object.hasOwn(patterns, name)) return patterns[name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const pattern = `*${name.slice(dot)}`;
    if (Object.hasOwn(patterns, pattern)) return patterns[pattern];
  }
  return Object.hasOwn(patterns, '*') ? patterns['*'] : undefined;
}
