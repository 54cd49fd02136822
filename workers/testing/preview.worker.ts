/**
 * The preview worker on a poor device. Its name says what is wrong, in JSON. It also tells which addresses were asked for.
 */
import '#workers/preview/preview.worker.ts';
import { previewRequestsChannel } from './double-channel.ts';

/** `maxPages`: the largest memory, in pages of 64 KiB. `isUnserved`: the server does not have the runtime. */
export type PoorDevice = { maxPages?: number; isUnserved?: boolean };

const { maxPages, isUnserved }: PoorDevice = JSON.parse(self.name || '{}') as PoorDevice;

if (maxPages !== undefined) {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super({ ...descriptor, maximum: maxPages });
    }
  };
}

if (isUnserved) {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    return address.endsWith('.wasm') ? new Response(null, { status: 404 }) : await fetch(input, init);
  };
  // The runtime tries this way last.
  XMLHttpRequest.prototype.send = () => {
    throw new DOMException('404', 'NetworkError');
  };
}

const channel = new BroadcastChannel(previewRequestsChannel);
channel.addEventListener('message', ({ data }) => {
  if (data === 'ask') channel.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
});
