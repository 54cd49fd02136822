import { crc16 } from '#wasm/mp3/crc16.ts';
import { cutFrames } from '#wasm/mp3/cut.ts';
import { cutTag, isSteadyCut } from '#wasm/mp3/cut-tag.ts';
import { isSteady } from '#wasm/mp3/exact-index.ts';
import { createFrameReader, type FrameIndex } from '#wasm/mp3/frames.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { createDigest } from '#workers/digest.ts';
import type { CutMp3Contract, CutProgress } from './cut-mp3.contract.ts';

/** How often `cut` reads all bytes: to find the frames, for the checksum in the tag, and for the SHA-256. */
const passes = 3;

const blockBytes = 1 << 20;

/** Reads all bytes of a blob. Rejects with `media.unreadable` if the file has changed or is gone. */
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    throw new WorkerError('media.unreadable', String(error));
  }
};

type Pass = (blob: Blob, take: (block: Uint8Array) => void) => Promise<void>;

/**
 * Returns a function that reads a blob block by block. `count` is the number of blobs that will be read; `emit` receives the
 * progress over all of them.
 */
function createPass(count: number, signal: AbortSignal, emit: (progress: CutProgress) => void): Pass {
  let passed = 0;
  return async (blob, take) => {
    for (let at = 0; at < blob.size; at += blockBytes) {
      const block = await bytesOf(blob.slice(at, at + blockBytes));
      signal.throwIfAborted();
      take(block);
      emit({ share: (passed + (at + block.length) / blob.size) / count });
    }
    passed++;
  };
}

async function indexOf(file: Blob, pass: Pass) {
  const reader = createFrameReader();
  await pass(file, (block) => reader.push(block));
  return reader.finish();
}

const cutOf = (file: Blob, index: FrameIndex, kept: readonly TimeSpan[] | null) =>
  cutFrames({ index, kept, read: (start, end) => bytesOf(file.slice(start, end)) });

serve<CutMp3Contract>({
  async canCut({ file }, { signal, emit }) {
    const index = await indexOf(file, createPass(1, signal, emit));
    return index !== null && isSteady(index) && (await cutOf(file, index, null)) !== null;
  },

  async cut({ file, kept }, { signal, emit }) {
    const pass = createPass(passes, signal, emit);
    const index = await indexOf(file, pass);
    const cut = index && (await cutOf(file, index, kept));
    if (!index || !cut || !isSteadyCut(cut)) return null;

    const frames = new Blob(
      cut.parts.map((part) => (part instanceof Uint8Array ? part : file.slice(part.start, part.end))),
    );
    let musicCrc = 0;
    await pass(frames, (block) => (musicCrc = crc16(block, musicCrc)));
    const mp3 = new Blob([cutTag(cut, musicCrc), frames], { type: 'audio/mpeg' });
    const hash = await createDigest();
    await pass(mp3, (block) => hash.update(block));
    return {
      mp3,
      bytes: mp3.size,
      sha256: hash.digest(),
      durationS: cut.samples / index.first.sampleRate,
      timemap: kept && cut.timemap,
    };
  },
});
