import { frameBytes } from '#wasm/mp3/format.ts';
import { startTag } from '#workers/recorder/mp3-stream.ts';
import { endpoint } from '#workers/send/tus.rules.ts';
import type { Transport } from '#workers/send/transport.ts';
import type { PieceFile, PieceStore } from '#workers/store/piece-store.ts';

export const settings = { sampleRate: 24_000, bitrate: 64 } as const;
const tagBytes = startTag(settings).length;
const oneFrame = frameBytes(settings);

/** Returns the whole mp3 frames of a recording as base64, which identifies them. */
export function framesOf(bytes: Uint8Array): string[] {
  const frames: string[] = [];
  for (let at = tagBytes; at + oneFrame <= bytes.length; at += oneFrame)
    frames.push(Buffer.from(bytes.subarray(at, at + oneFrame)).toString('base64'));
  return frames;
}

/** `known`: 1 for each byte that was acknowledged. A byte whose answer was lost counts as not acknowledged. */
type Stream = { bytes: Uint8Array; known: Uint8Array };

function acknowledged(stream: Stream | undefined): string[] {
  if (!stream) return [];
  const { bytes, known } = stream;
  const isWhole = (index: number) =>
    known.subarray(tagBytes + index * oneFrame, tagBytes + (index + 1) * oneFrame).every((is) => is === 1);
  return framesOf(bytes).filter((_, index) => isWhole(index));
}

/** Records which sound was acknowledged: what the device has stored for good, and what the server has confirmed. */
export function createTruth() {
  const streams = new Map<string, Stream>();
  const thrownAway = new Set<string>();
  let throwing = 0;
  const urls = new Map<string, Set<string>>();

  const put = (name: string, at: number, piece: Uint8Array) => {
    const before = streams.get(name) ?? { bytes: new Uint8Array(0), known: new Uint8Array(0) };
    const length = Math.max(before.bytes.length, at + piece.length);
    const [bytes, known] = [new Uint8Array(length), new Uint8Array(length)];
    bytes.set(before.bytes);
    bytes.set(piece, at);
    known.set(before.known);
    known.fill(1, at, at + piece.length);
    streams.set(name, { bytes, known });
  };

  const watchFile = (file: PieceFile, isLasting: boolean): PieceFile => ({
    get record() {
      return file.record;
    },
    get bytes() {
      return file.bytes;
    },
    async append(piece) {
      const copy = new Uint8Array(piece);
      const at = file.bytes;
      await file.append(copy);
      if (isLasting) put(`device ${file.record.id}`, at, copy);
    },
    read: (from, to) => file.read(from, to),
    update(change) {
      const { id } = file.record;
      if (change.uploadUrl) urls.set(id, (urls.get(id) ?? new Set()).add(change.uploadUrl));
      return file.update(change);
    },
    [Symbol.dispose]: () => file[Symbol.dispose](),
  });

  return {
    /** Records what a store writes. `isLasting`: true if stored bytes survive a crash. */
    watchStore: (store: PieceStore, isLasting: boolean): PieceStore => ({
      ...store,
      create: async (record) => watchFile(await store.create(record), isLasting),
      async open(id) {
        const file = await store.open(id);
        return file && watchFile(file, isLasting);
      },
    }),
    watchTransport:
      (transport: Transport): Transport =>
      async (request) => {
        const answer = await transport(request);
        const { method, url, headers, body } = request;
        if (method === 'DELETE' && throwing > 0)
          for (const frame of acknowledged(streams.get(`server ${url}`))) thrownAway.add(frame);
        if (method === 'PATCH' && answer.status === 204 && url.startsWith(endpoint) && body) {
          const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
          put(`server ${url}`, Number(headers['upload-offset']), bytes);
        }
        return answer;
      },
    /** Leaves the frames of the recording out of the check at the end. */
    throwAway<T>(id: string, act: Promise<T>): Promise<T> {
      throwing += 1;
      const names = [`device ${id}`, ...[...(urls.get(id) ?? [])].map((url) => `server ${url}`)];
      for (const name of names) for (const frame of acknowledged(streams.get(name))) thrownAway.add(frame);
      return act.finally(() => {
        throwing -= 1;
      });
    },
    /** Returns a description of the acknowledged frames that are not in `have`. */
    missing(have: ReadonlySet<string>): string[] {
      const lost: string[] = [];
      for (const [name, stream] of streams) {
        const frames = acknowledged(stream);
        const gone = frames.filter((frame) => !have.has(frame) && !thrownAway.has(frame)).length;
        if (gone > 0) lost.push(`${name}: ${gone} of ${frames.length} frames`);
      }
      return lost;
    },
  };
}
export type Truth = ReturnType<typeof createTruth>;
