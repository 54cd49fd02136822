import { createSHA256 } from 'hash-wasm';
import { crc16 } from '#wasm/mp3/crc16.ts';
import { cutFrames } from '#wasm/mp3/cut.ts';
import { cutTag } from '#wasm/mp3/cut-tag.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import type { CutMp3Contract } from './cut-mp3.contract.ts';

/** The file is read three times: for its frames, for the tag's checksum, for the digest. */
const passes = 3;

const blockBytes = 1 << 20;

/** The operating system's word on a file that has changed or gone since it was chosen. */
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return await blob.bytes();
  } catch (error) {
    throw new WorkerError('media.unreadable', String(error));
  }
};

serve<CutMp3Contract>({
  async cut({ file, kept }, { signal, emit }) {
    let passed = 0;
    const pass = async (blob: Blob, take: (block: Uint8Array) => void) => {
      for (let at = 0; at < blob.size; at += blockBytes) {
        const block = await bytesOf(blob.slice(at, at + blockBytes));
        signal.throwIfAborted();
        take(block);
        emit({ share: (passed + (at + block.length) / blob.size) / passes });
      }
      passed++;
    };

    const reader = createFrameReader();
    await pass(file, (block) => reader.push(block));
    const index = reader.finish();
    const read = (start: number, end: number) => bytesOf(file.slice(start, end));
    const cut = index && (await cutFrames({ index, kept, read }));
    if (!index || !cut) return null;

    const frames = new Blob(
      cut.parts.map((part) => (part instanceof Uint8Array ? part : file.slice(part.start, part.end))),
    );
    let musicCrc = 0;
    await pass(frames, (block) => (musicCrc = crc16(block, musicCrc)));
    const mp3 = new Blob([cutTag(cut, musicCrc), frames], { type: 'audio/mpeg' });
    const hash = await createSHA256();
    await pass(mp3, (block) => hash.update(block));
    return {
      mp3,
      bytes: mp3.size,
      sha256: hash.digest('hex'),
      durationS: cut.samples / index.first.sampleRate,
      timemap: kept && cut.timemap,
    };
  },
});
