/** The members of a comma-separated header value, trimmed, empty ones left out; commas within quotes do not count. */
export function splitList(value: string): string[] {
  const members: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= value.length; at++) {
    const char = value[at];
    if (char === '\\' && quoted) at++;
    else if (char === '"') quoted = !quoted;
    else if (char === undefined || (char === ',' && !quoted)) {
      members.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  return members.filter((member) => member !== '');
}
