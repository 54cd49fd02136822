import type { SendAnswer, SendRequest } from '#workers/send/transport.ts';
import { doubleChannel, type DoubleNews } from './double-channel.ts';
import { createTusDouble } from './tus-double.ts';

const server = createTusDouble();
const channel = new BroadcastChannel(doubleChannel);
channel.addEventListener('message', ({ data }) => {
  if (data !== 'ask') return;
  const news: DoubleNews = [...server.uploads.values()].map(({ bytes, length, metadata }) => ({
    bytes,
    length,
    session: metadata['session_id'] ?? '',
  }));
  channel.postMessage(news);
});

/** The parts of `XMLHttpRequest` that the sender uses, in front of a server in this worker. */
class XhrDouble extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  response = new ArrayBuffer(0);
  readonly #headers: Record<string, string> = {};
  readonly #controller = new AbortController();
  #answer: SendAnswer | null = null;
  #target: Pick<SendRequest, 'method' | 'url'> = { method: 'HEAD', url: '' };

  open(method: SendRequest['method'], url: string) {
    this.#target = { method, url };
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.#answer?.header(name) ?? null;
  }
  abort() {
    this.#controller.abort();
  }
  send(body: SendRequest['body']) {
    const { signal } = this.#controller;
    const onProgress = () => {};
    server
      .transport({ ...this.#target, headers: this.#headers, body, signal, onProgress })
      .then((answer) => {
        this.#answer = answer;
        this.status = answer.status;
        this.response = (answer.bytes ?? new TextEncoder().encode(answer.text)).slice().buffer;
        return undefined;
      })
      .catch(() => {})
      .finally(() => this.dispatchEvent(new Event('loadend')));
  }
}

Object.defineProperty(globalThis, 'XMLHttpRequest', { value: XhrDouble, configurable: true });
