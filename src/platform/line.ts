/** A line between two processes or threads: messages arrive whole and in order until it closes. */
export interface Line {
  /** Never throws: what is posted into a closed line is lost, and the other end knows. */
  post(message: object): void;
  onMessage(listen: (message: unknown) => void): void;
  /** Called once, also when the other process was killed. */
  onClose(listen: () => void): void;
}

/** A forked child as its parent has it, or the child's own `process`. */
interface ProcessEnd {
  readonly connected: boolean;
  send?(message: object, sent: () => void): unknown;
  on(event: 'message', listen: (message: unknown) => void): unknown;
  once(event: 'disconnect', listen: () => void): unknown;
}

/** The line between a process and a child it forked. What is posted in one turn travels together: most of the price is per message. */
export function processLine(end: ProcessEnd): Line {
  let outgoing: object[] = [];
  const flush = (): void => {
    const messages = outgoing;
    outgoing = [];
    if (end.connected) end.send?.(messages, () => {});
  };
  return {
    post(message) {
      if (outgoing.length === 0) queueMicrotask(flush);
      outgoing.push(message);
    },
    onMessage: (listen) =>
      void end.on('message', (messages) => {
        if (Array.isArray(messages)) for (const message of messages) listen(message);
      }),
    onClose: (listen) => void end.once('disconnect', listen),
  };
}
