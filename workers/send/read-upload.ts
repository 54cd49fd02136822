import type { TusClient } from './tus-client.ts';
import type { Meaning } from './tus.rules.ts';

/** What the server has of an upload. `read` gives the bytes `[from, to)`, or rejects with an `UnreadError`. */
export type UploadBytes = {
  offset: number;
  read(from: number, to: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
};

/** An answer that stands in the way; what it means for the one who asked. */
export type Refusal = Exclude<Meaning, { type: 'created' | 'stored' | 'bytes' | 'adopted' }>;

/** An answer that does not fit its question comes from something on the way. */
export const toRefusal = (meaning: Meaning): Refusal => {
  const { type } = meaning;
  const isOdd = type === 'created' || type === 'stored' || type === 'bytes' || type === 'adopted';
  return isOdd ? { type: 'failed', retryAfterMs: 0, isBreak: false } : meaning;
};

/** The bytes of an upload did not come. */
export class UnreadError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(`The upload could not be read: ${refusal.type}.`);
    this.refusal = refusal;
  }
}

/** The bytes of an upload as far as the server has them (`GET` with `Range`, beside the tus protocol). */
export const uploadBytes = (client: TusClient, url: string, offset: number): UploadBytes => ({
  offset,
  async read(from, to, signal) {
    const headers = { range: `bytes=${from}-${to - 1}` };
    const meaning = await client({ method: 'GET', url, headers, signal });
    if (meaning.type === 'bytes' && meaning.bytes.length === to - from) return meaning.bytes;
    throw new UnreadError(toRefusal(meaning));
  },
});
