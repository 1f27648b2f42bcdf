/** What the catalog can be counted by. */
export const GROUPINGS = ['tier', 'resolver', 'host', 'year', 'status', 'license', 'identity'] as const;
export type Grouping = (typeof GROUPINGS)[number];
