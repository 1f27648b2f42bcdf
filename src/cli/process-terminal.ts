import type { WriteStream } from 'node:tty';
import type { Stream, Terminal } from './terminal.ts';

type Output = Pick<WriteStream, 'write' | 'on'> & { readonly isTTY?: boolean; readonly columns?: number };

/** What of the environment decides on colours: https://no-color.org, and a terminal that has none. */
export interface ColorWishes {
  readonly noColor: boolean;
  readonly isDumb: boolean;
}

/** A reader that went away. */
const GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * The terminal of this process. A reader that goes away (`| head`) ends the output, not the command: what is written
 * afterwards is dropped. So does whatever else happens to stderr, such as a log on a full disk; data that stdout cannot
 * take is an error.
 */
export function processTerminal(stdout: Output, stderr: Output, wishes: ColorWishes): Terminal {
  const writer = (output: Output): ((text: string) => void) => {
    let isOpen = true;
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (output !== stderr && !GONE.has(error.code)) throw error;
      isOpen = false;
    });
    return (text) => {
      if (isOpen) output.write(text);
    };
  };
  const stream = (output: Output): Stream => ({
    isTty: output.isTTY === true,
    hasColor: output.isTTY === true && !wishes.noColor && !wishes.isDumb,
    get columns() {
      return output.columns ?? 80;
    },
  });
  const toStdout = writer(stdout);
  const toStderr = writer(stderr);
  return {
    print: (text) => toStdout(`${text}\n`),
    note: (text) => toStderr(`${text}\n`),
    draw: toStderr,
    stdout: stream(stdout),
    stderr: stream(stderr),
  };
}
