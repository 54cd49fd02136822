import type { TusClient } from './tus-client.ts';
import type { Meaning } from './tus.rules.ts';

/**
 * The bytes of an upload on the server. `offset` is their number. `read` reads `[from, to)` or rejects with an
 * `UnreadError`.
 */
export type UploadBytes = {
  offset: number;
  read(from: number, to: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
};

export type Refusal = Exclude<Meaning, { type: 'created' | 'stored' | 'bytes' | 'adopted' }>;

/** Turns a success of another request type into a failure: such an answer is not from our server. */
export const toRefusal = (meaning: Meaning): Refusal => {
  const { type } = meaning;
  const isOdd = type === 'created' || type === 'stored' || type === 'bytes' || type === 'adopted';
  return isOdd ? { type: 'failed', retryAfterMs: 0, isBreak: false } : meaning;
};

export class UnreadError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`The upload could not be read: ${refusal.type}.`);
    this.refusal = refusal;
  }
}

/** Reads an upload by `GET` with `Range`, our server's extension of the tus protocol. */
export const uploadBytes = (client: TusClient, url: string, offset: number): UploadBytes => ({
  offset,
  async read(from, to, signal) {
    const headers = { range: `bytes=${from}-${to - 1}` };
    const meaning = await client({ method: 'GET', url, headers, signal });
    if (meaning.type === 'bytes' && meaning.bytes.length === to - from) return meaning.bytes;
    throw new UnreadError(toRefusal(meaning));
  },
});
