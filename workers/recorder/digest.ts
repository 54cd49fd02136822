import { WorkerError } from '#workers/rpc.ts';
import { createDigest, type Digest } from '#workers/digest.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import { durationOf } from './position.rules.ts';
import type { Finished } from './recorder.contract.ts';

const stepBytes = 1_048_576;

/** Digests the stored bytes of a recording from the first one on. */
export async function digestStored(digest: Digest, file: Pick<PieceFile, 'bytes' | 'read'>): Promise<void> {
  digest.init();
  const end = file.bytes;
  for (let at = 0; at < end; at += stepBytes)
    digest.update(await file.read(at, Math.min(end, at + stepBytes)));
}

/** Marks a recording as finished with its stored bytes. Rejects with `recording.no_audio` if it has no sound. */
export async function finishStored(file: PieceFile): Promise<Finished> {
  const { bytes, record } = file;
  const durationS = durationOf(record, bytes);
  if (durationS === 0) throw new WorkerError('recording.no_audio');
  const stored = async () => {
    const digest = await createDigest();
    await digestStored(digest, file);
    return digest.digest();
  };
  const sha256 = record.finished?.sha256 ?? (await stored());
  if (!record.finished) await file.update({ finished: { bytes, duration: durationS, sha256 } });
  return { id: record.id, durationS, bytes, sha256 };
}
