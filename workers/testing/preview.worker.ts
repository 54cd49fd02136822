/**
 * The preview worker on a poor device. Its name says what is wrong, in JSON. It also tells which addresses were asked for.
 */
import '#workers/preview/preview.worker.ts';
import { previewRequestsChannel } from './double-channel.ts';

/** `maxPages`: the largest memory, in pages of 64 KiB. `isUnserved`: the server does not have the runtime. */
export type PoorDevice = { maxPages?: number; isUnserved?: boolean };

/** What the worker asked for: by `fetch`, and in all that browsers tell. */
export type PreviewRequests = { fetched: string[]; loaded: string[] };

const { maxPages, isUnserved }: PoorDevice = JSON.parse(self.name || '{}') as PoorDevice;

if (maxPages !== undefined) {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super({ ...descriptor, maximum: maxPages });
    }
  };
}

const { fetch } = globalThis;
const fetched: string[] = [];
globalThis.fetch = async (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input, location.href).href;
  fetched.push(address);
  return isUnserved && address.endsWith('.wasm')
    ? new Response(null, { status: 404 })
    : await fetch(input, init);
};
if (isUnserved) {
  // Where `fetch` fails, ONNX Runtime tries an XMLHttpRequest.
  XMLHttpRequest.prototype.send = () => {
    throw new DOMException('404', 'NetworkError');
  };
}

const channel = new BroadcastChannel(previewRequestsChannel);
channel.addEventListener('message', ({ data }) => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  if (data === 'ask') channel.postMessage({ fetched, loaded } satisfies PreviewRequests);
});
