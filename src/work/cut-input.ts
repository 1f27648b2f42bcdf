import { Failure } from '../core/errors.ts';

/** A piece of a text: a line, or an entry of several. `line` is where it begins, from 1; `text` its beginning. */
interface Piece {
  readonly line: number;
  readonly text: string;
}

/** The text ends, or cannot be read any further, in the middle of this piece. All pieces before it were handed out. */
export class CutInput extends Failure {
  readonly piece: Piece;
  readonly problem: string;

  constructor({ line, text }: Piece, cause: Failure) {
    const problem = cause instanceof CutInput ? cause.problem : cause.message;
    super(cause.reason, `line ${line}: ${problem}`, { cause });
    this.piece = { line, text };
    this.problem = problem;
  }
}

/** The same error; a cut within an entry of several lines is a cut of the whole entry. */
export const cutWithin = (open: Piece | undefined, error: unknown): unknown =>
  open && error instanceof CutInput ? new CutInput(open, error) : error;
