import { createSHA256 } from 'hash-wasm';
import { limits } from '#api/contract/limits.ts';
import { modelFileAddress, type ModelFile } from '#api/contract/model.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import { ModelRefused, type PartFile } from './model-file.ts';

/** Fetches from the server; tests replace it. */
export type Fetching = (address: string, init: RequestInit) => Promise<Response>;

export type FetchOptions = {
  fetch?: Fetching;
  signal: AbortSignal;
  /** Called after each piece with the bytes of the file that are there. */
  onBytes?: (bytes: number) => void;
};

type Digest = Awaited<ReturnType<typeof createSHA256>>;

const stepBytes = 1_048_576;

/**
 * Fetches what is missing of a file into `part`, and compares its digest. Bytes that have come before are not fetched again,
 * whatever the last one was. A file of a wrong digest is cleared.
 * @throws ModelRefused `interrupted`, `missing`, `wrong_digest`; the signal's reason; what `part.append` throws
 */
export async function fetchFile(file: ModelFile, part: PartFile, options: FetchOptions): Promise<void> {
  const digest = await createSHA256();
  if (part.bytes > file.bytes) await part.clear();
  digestPart(digest, part);
  if (part.bytes < file.bytes) await fetchRest(file, part, digest, options);
  if (digest.digest() === file.sha256) return;
  await part.clear();
  throw new ModelRefused('wrong_digest');
}

function digestPart(digest: Digest, part: PartFile): void {
  digest.init();
  for (let at = 0; at < part.bytes; at += stepBytes)
    digest.update(part.read(at, Math.min(part.bytes, at + stepBytes)));
}

async function fetchRest(
  file: ModelFile,
  part: PartFile,
  digest: Digest,
  { fetch: fetching = fetch, signal, onBytes = () => {} }: FetchOptions,
): Promise<void> {
  const ending = new AbortController();
  using watchdog = createWatchdog(limits.requestTimeoutMs, () => new ModelRefused('interrupted'));
  try {
    const init = requestFrom(part.bytes, AbortSignal.any([signal, ending.signal]));
    const response = await watchdog.guard(
      interruptible(fetching(modelFileAddress(file.sha256), init), signal),
    );
    if (!continues(response, part.bytes)) {
      await part.clear();
      digest.init();
    }
    const reader = bodyOf(response).getReader();
    while (part.bytes < file.bytes) {
      const { done, value } = await watchdog.guard(interruptible(reader.read(), signal));
      if (done) throw new ModelRefused('interrupted');
      signal.throwIfAborted();
      watchdog.feed();
      // More bytes than announced cannot have the announced digest.
      const piece = value.subarray(0, file.bytes - part.bytes);
      part.append(piece);
      digest.update(piece);
      onBytes(part.bytes);
    }
  } finally {
    ending.abort();
  }
}

/** The HTTP cache must not hold a second copy of what is stored, or hand out the same wrong bytes again. */
const requestFrom = (at: number, signal: AbortSignal): RequestInit => ({
  signal,
  cache: 'no-store',
  ...(at > 0 ? { headers: { range: `bytes=${at}-` } } : {}),
});

/** True if the answer goes on at this byte; false if it begins anew. @throws ModelRefused if it is no answer */
function continues({ status, headers }: Response, at: number): boolean {
  if (status === 404) throw new ModelRefused('missing');
  if (status === 200) return at === 0;
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  if (status === 206 && Number(from) === at) return true;
  throw new ModelRefused('interrupted');
}

function bodyOf({ body }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!body) throw new ModelRefused('interrupted');
  return body;
}

/** A failure of the network is an interruption; an abort by the caller is not. */
const interruptible = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  work.catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ModelRefused('interrupted', { cause });
  });
