/** A model and a server that has it, for tests. */
import { sha256 } from 'hash-wasm';
import type { ModelFile, OfferedModel } from '#api/contract/model.ts';
import type { Fetching } from '#workers/model/fetch-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns bytes that differ from place to place. */
export const contentOf = (length: number, seed = 1): Bytes =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + seed * 17 + (index >> 8)) & 255);

/** Contents that the server in `model.worker.ts` has. */
export const largeContents = [contentOf(1_000, 2), contentOf(300_000)];

export async function modelOf(id: string, contents: readonly Bytes[]): Promise<OfferedModel> {
  const files: ModelFile[] = [];
  for (const [index, content] of contents.entries())
    files.push({ path: `file-${index}.onnx`, bytes: content.length, sha256: await sha256(content) });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { id, task: 'transcription', title: id, bytes, files };
}

type Faults = {
  /** Number of bytes after which each answer breaks off. */
  breaksAfter?: number;
  /** Ends the answer where it breaks off, in place of an error. */
  endsEarly?: boolean;
  /** Sends nothing more where the answer breaks off, and does not end it. */
  isSilent?: boolean;
  /** Answers the whole file, whatever range is asked for. */
  ignoresRange?: boolean;
  isOffline?: boolean;
};

/** Creates a server of files by their digest. `faults` may be changed at any time; `requests` has all requests. */
export async function createModelServer(contents: readonly Bytes[]) {
  const files = new Map<string, Bytes>();
  for (const content of contents) files.set(`/models/${await sha256(content)}`, content);
  const faults: Faults = {};
  const requests: { address: string; range: string | null }[] = [];
  const fetch: Fetching = async (address, init) => {
    const range = new Headers(init.headers).get('range');
    requests.push({ address, range });
    if (faults.isOffline) throw new TypeError('Failed to fetch');
    const content = files.get(address);
    if (!content) return new Response('{}', { status: 404 });
    const from = faults.ignoresRange ? 0 : Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const sent = content.subarray(from, from + (faults.breaksAfter ?? content.length));
    const isCut = from + sent.length < content.length;
    return new Response(streamOf(sent, isCut ? faults : { endsEarly: true }), {
      status: from > 0 ? 206 : 200,
      headers: from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {},
    });
  };
  const replace = (of: ModelFile, by: Bytes) => void files.set(`/models/${of.sha256}`, by);
  return { fetch, faults, requests, replace };
}

/** Streams bytes in pieces of odd sizes, then ends, fails, or falls silent. */
function streamOf(bytes: Bytes, { endsEarly, isSilent }: Faults): ReadableStream<Bytes> {
  const pieceBytes = bytes.length > 1_000 ? 4_099 : 7;
  let at = 0;
  return new ReadableStream<Bytes>({
    async pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += pieceBytes)));
      else if (isSilent) await Promise.withResolvers<never>().promise;
      else if (endsEarly) controller.close();
      else controller.error(new TypeError('network error'));
    },
  });
}
