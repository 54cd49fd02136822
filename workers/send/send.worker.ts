import { serve } from '#workers/rpc.ts';
import { createBlobSource } from './blob-source.ts';
import type { SendContract } from './send.contract.ts';
import { createSender, type Sender } from './sender.ts';

let sender: Sender | null = null;
let lastAsk = 0;
const asked = new Map<number, (headers: Record<string, string>) => void>();

serve<SendContract>({
  async send({ file, metadata, url, timings }, { signal, emit }) {
    using sending = createSender({
      source: createBlobSource(file),
      metadata,
      url,
      timings,
      headers(refused) {
        const ask = ++lastAsk;
        const { promise, resolve } = Promise.withResolvers<Record<string, string>>();
        asked.set(ask, resolve);
        emit({ type: 'headers', ask, ...(refused ? { refused } : {}) });
        return promise;
      },
      onState: (state) => emit({ type: 'state', state }),
      onUrl: (kept) => emit({ type: 'url', url: kept }),
    });
    signal.addEventListener('abort', () => sending[Symbol.dispose](), { once: true });
    sender = sending;
    await sending.run();
    return undefined;
  },
  giveHeaders({ ask, headers }) {
    asked.get(ask)?.(headers);
    asked.delete(ask);
    return undefined;
  },
  retryNow: () => void sender?.retryNow() as undefined,
  stop: () => void sender?.stop() as undefined,
  resume: () => void sender?.resume() as undefined,
});
