import { parentPort } from 'node:worker_threads';

interface Order {
  readonly kind: 'echo' | 'pid' | 'hang' | 'die' | 'fill';
  readonly value?: string;
}

const hoard: Uint8Array[] = [];

/** Does as it is told, also what no reader should. */
function obey({ kind, value }: Order): unknown {
  switch (kind) {
    case 'echo':
      return value;
    case 'pid':
      return process.pid;
    case 'hang':
      for (;;);
    case 'die':
      return process.exit(7);
    case 'fill':
      for (;;) hoard.push(Buffer.alloc(8_000_000, 1));
  }
}

parentPort?.on('message', (order: Order) => parentPort?.postMessage(obey(order)));
