import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { encodeMp3 } from '#api/media/media.ts';
import { createProduct, disposeProduct, type Product } from '#e2e/product.ts';
import { allPids, pssBytesOf, readOf, serverPids, sumOf } from '../memory.ts';

export type Served = {
  product: Product;
  token(): string;
  /** Creates a session with this audio. Resolves to the session's id. */
  bring(audio: Blob, name: string, language: string): Promise<string>;
  detail(id: string): Promise<SessionDetail>;
  close(): Promise<void>;
};

/** Starts the real server with the fixture's model, and signs a user in. */
export async function openServed(env: Record<string, string> = {}): Promise<Served> {
  const product = await createProduct({ MODEL_SOURCE: '', ...env });
  const browser = createTestBrowser(product.url);
  let tokens = await browser.register(petra);
  const call = async <T>(path: string, init: RequestInit = {}, isAgain = false): Promise<T> => {
    const headers = {
      authorization: `Bearer ${tokens.access_token}`,
      ...(init.headers as Record<string, string>),
    };
    const response = await fetch(`${product.url}/api/v1/sessions/${path}`, { ...init, headers });
    // An access token is valid for 15 minutes. A measurement may take longer.
    if (response.status === 401 && !isAgain) {
      tokens = (await (await browser.refresh(tokens.refresh_token)).json()) as typeof tokens;
      return call(path, init, true);
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    product,
    token: () => tokens.access_token,
    async bring(audio, name, language) {
      const body = JSON.stringify({ session: { title: name, language } });
      const headers = { 'content-type': 'application/json' };
      const { id } = await call<SessionDetail>('', { method: 'POST', headers, body });
      const file = new FormData();
      file.set('file', audio, name);
      await call(`${id}/file-upload`, { method: 'POST', body: file });
      const done = new FormData();
      done.set('metadata', JSON.stringify({ duration: audio.size / mp3BytesPerS }));
      await call(`${id}/recording-complete`, { method: 'POST', body: done });
      return id;
    },
    detail: (id) => call<SessionDetail>(id),
    close: () => disposeProduct(product),
  };
}

const recording = join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav');
const frameBytes = 192;
const mp3BytesPerS = 64_000 / 8;

/**
 * Returns an mp3 of about `minutes` minutes: the fixture's German conversation, repeated. The first frame is left out,
 * because its Info tag states the length of one repetition.
 */
export async function conversationMp3(minutes: number): Promise<Blob> {
  const output = join(tmpdir(), `wortlaut-bench-${process.pid}.mp3`);
  try {
    await encodeMp3({ input: recording, output });
    const once = readFileSync(output).subarray(frameBytes);
    return new Blob(
      Array<Buffer<ArrayBuffer>>(Math.ceil((minutes * 60 * mp3BytesPerS) / once.length)).fill(once),
    );
  } finally {
    rmSync(output, { force: true });
  }
}

/** Returns the proportional set size of a data folder's server and its children, bytes. */
export function pssBytes(dataDir: string): number {
  const pids = allPids();
  const parentOf = new Map(
    pids.map((pid) => [pid, /^PPid:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1] ?? '']),
  );
  const servers = new Set(serverPids(dataDir));
  const belongs = (pid: string | undefined): boolean =>
    pid !== undefined && pid !== '' && (servers.has(pid) || belongs(parentOf.get(pid)));
  return sumOf(pids.filter(belongs), pssBytesOf);
}

/** Requests a session every `everyMs` until it is completed, and calls `look` each time. */
export async function untilDone(served: Served, id: string, everyMs: number, look = (): void => {}) {
  for (;;) {
    look();
    const { status, reason } = await served.detail(id);
    if (status === 'completed') return;
    if (status === 'error') throw new Error(`The session ended in error: ${reason}.`);
    await wait(everyMs);
  }
}
