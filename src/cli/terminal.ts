/** Where a command speaks: data on stdout, everything else on stderr. */
export interface Terminal {
  /** A line of data. */
  print(text: string): void;
  /** A line for the person: progress, warnings, errors. */
  note(text: string): void;
  /** Text on stderr as it is, for a display that redraws itself. */
  draw(text: string): void;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export interface Stream {
  readonly isTty: boolean;
  /** A terminal, and nobody asked for plain text (NO_COLOR). */
  readonly hasColor: boolean;
  readonly columns: number;
}
