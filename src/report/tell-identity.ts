const DOI: Readonly<Record<string, string>> = {
  own: 'its own DOI is the one asked for',
  printed: 'the DOI asked for is printed in it',
  named: 'the DOI asked for is mentioned in it',
  other: 'another DOI is printed in it',
};

const percent = (share: unknown): string => `${Math.round(Number(share) * 100)} %`;

/** One finding in words; what a later version may add is told by its name. */
function tellFinding(name: string, value: unknown): string {
  switch (name) {
    case 'unknown':
      return String(value);
    case 'verdict':
      return 'it is not the paper asked for';
    case 'doi':
      return DOI[String(value)] ?? `DOI: ${String(value)}`;
    case 'title':
      return `${percent(value)} of the title found`;
    case 'authors':
      return `${percent(value)} of the authors found`;
    case 'year':
      return `${String(value)} year`;
    case 'about':
      return `it calls itself "${String(value)}"`;
    default:
      return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
}

/** What was found in a file, as one line; `evidence` is the JSON of the catalog. It may quote text from outside. */
export function tellEvidence(evidence: string | null): string {
  if (evidence === null) return 'nobody looked into the file';
  const found = Object.entries(JSON.parse(evidence) as Readonly<Record<string, unknown>>);
  // A reason why nothing can be told, or a verdict, comes before the details.
  const weight = ([name]: readonly [string, unknown]): number =>
    name === 'verdict' ? 0 : name === 'unknown' ? 1 : 2;
  const told = found
    .toSorted((a, b) => weight(a) - weight(b))
    .map(([name, value]) => tellFinding(name, value));
  return told.join('; ') || 'the file names nothing of the work';
}
