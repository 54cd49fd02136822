import { mkdir, open, statfs } from 'node:fs/promises';
import type { Mp3Format } from '#api/contract/domain.ts';
import { limits, MB } from '#api/contract/limits.ts';
import { JobFailure } from '#api/jobs/queue.ts';
import { isCutShort } from '#api/media/ffmpeg-log.rules.ts';
import { encodeMp3, MediaError } from '#api/media/media.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { readMp3Length } from '#wasm/mp3/info-tag.ts';

export type EncodeSeekableDeps = {
  storage: Pick<AudioStore, 'localPath'>;
  /** Folder for temporary files; the server empties it when it starts. */
  tmpDir: string;
  format: Mp3Format;
  encode?: typeof encodeMp3;
};

const { maxAcceptedAudioS: maxS } = limits;
/** Length of the beginning of an mp3 that contains its tag, bytes: that of the longest frame of layer III. */
const tagBytes = 1_441;
/** Disk space that is left free for recordings, bytes. */
const reservedBytes = 200 * MB;

/**
 * Encodes a stored object to an mp3 file of a constant bit rate on the same timeline.
 * @throws MediaError; JobFailure `transcription.audio_unreadable` if the audio cannot be read to its end, or is too long
 */
export async function encodeSeekable(
  { storage, tmpDir, format, encode = encodeMp3 }: EncodeSeekableDeps,
  { key, output, signal }: { key: string; output: string; signal: AbortSignal },
): Promise<void> {
  await mkdir(tmpDir, { recursive: true });
  const maxBytes = (maxS * format.bitrate * 1000) / 8;
  const { bavail, bsize } = await statfs(tmpDir);
  if (bavail * bsize < 2 * maxBytes + reservedBytes) throw new MediaError('transcription.disk_full');
  const input = await storage.localPath(key);
  const { statedS, isClean } = await encode({ input, output, format, maxS: maxS + 2, signal });
  const durationS = await readDuration(output);
  if (!isClean || isCutShort(durationS, statedS) || durationS > maxS + 1)
    throw new JobFailure('transcription.audio_unreadable');
}

/** Returns the duration that the tag of an mp3 states, s; 0 without a tag. */
async function readDuration(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(tagBytes), 0, tagBytes, 0);
    const length = readMp3Length(buffer.subarray(0, bytesRead));
    return length ? length.samples / length.sampleRate : 0;
  } finally {
    await file.close();
  }
}
