const SCRIPTS = ['Latin', 'Han', 'Hangul', 'Cyrillic', 'Arabic', 'Greek', 'Thai', 'Hebrew', 'Devanagari'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);

/** Whether two texts have letters of one script, so that they can be compared. */
export const shareScript = (one: string, other: string): boolean =>
  SCRIPTS.some((script) => script.test(one) && script.test(other));
