import type { Db } from '#api/db/open.ts';
import type { AudioRow } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { hasExactIndex } from '#wasm/mp3/exact-index.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { mp3Type, queueMakeSeekable, type OfSession } from './seekable.store.ts';

/** If more bytes than this lie outside of mp3 frames, the file is not an mp3, and reading stops. */
const maxStrayBytes = 65_536;

/** True if a stored object is an mp3 in which every player can seek exactly. */
export async function isSeekable(storage: Pick<AudioStore, 'read' | 'size'>, key: string): Promise<boolean> {
  const bytes = await storage.size(key);
  if (bytes === null) return false;
  const reader = createFrameReader();
  for await (const chunk of storage.read(key)) {
    reader.push(chunk as Buffer);
    if (reader.strayBytes() > maxStrayBytes) return false;
  }
  const index = reader.finish();
  return index !== null && hasExactIndex(index, bytes);
}

/** Whether players can seek in an audio, and its media type. */
export type Examined = { seekable: NonNullable<AudioRow['seekable']>; file_type: string };

/** Examines newly stored audio, so that audio in which players cannot seek exactly is converted. */
export type AudioExaminer = {
  /** Examines a stored object. An mp3 is recognised by its content, not by its name. */
  examine(key: string, fileType: string): Promise<Examined>;
  /** Queues the job that converts the audio. */
  queue(trx: Db, session: OfSession, now: number): Promise<unknown>;
};

export const createAudioExaminer = (storage: AudioStore): AudioExaminer => ({
  examine: async (key, fileType) =>
    (await isSeekable(storage, key))
      ? { seekable: 'yes', file_type: mp3Type }
      : { seekable: 'due', file_type: fileType },
  queue: queueMakeSeekable,
});
