import { serve } from '#workers/rpc.ts';
import { createBlobSource } from './blob-source.ts';
import { createHeaderRequests } from './header-requests.ts';
import type { SendContract, SendEvent } from './send.contract.ts';
import { createSender, type Sender } from './sender.ts';

let sender: Sender | null = null;
/** Sends events to the page's call of `send`. */
let emit: (event: SendEvent) => void = () => {};
const headerRequests = createHeaderRequests((event) => emit(event));

serve<SendContract>({
  async send({ file, metadata, url, timings }, context) {
    emit = context.emit;
    using sending = createSender({
      source: createBlobSource(file),
      metadata,
      url,
      timings,
      headers: headerRequests.request,
      onState: (state) => emit({ type: 'state', state }),
      onUrl: (url) => emit({ type: 'url', url }),
    });
    context.signal.addEventListener('abort', () => sending[Symbol.dispose](), { once: true });
    sender = sending;
    await sending.run();
    return undefined;
  },
  giveHeaders({ ask, headers }) {
    headerRequests.answer(ask, headers);
    return undefined;
  },
  retryNow: () => void sender?.retryNow() as undefined,
  stop: () => void sender?.stop() as undefined,
  resume: () => void sender?.resume() as undefined,
});
