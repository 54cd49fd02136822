import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#api/contract/limits.ts';
import { type PcmFile, pcmSampleRate } from '#api/media/pcm-file.ts';
import { JobFailure } from '#api/jobs/queue.ts';
import type { Log } from '#api/lib/log.ts';
import { boostPcm } from '#api/media/boost.ts';
import { isCutShort } from '#api/media/ffmpeg-log.rules.ts';
import { decodeToPcm } from '#api/media/media.ts';
import { readPeaks } from '#api/media/peaks.ts';
import { storePeaks } from '#api/recording/audio-peaks.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import type { AudioRow, SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';

export type SoundDeps = {
  log: Log;
  sessions: Pick<SessionStore, 'update' | 'setPeaks' | 'audioOf'>;
  storage: AudioStore;
  /** Folder of the decoded audio of running jobs. It is emptied when the server starts. */
  tmpDir: string;
  decode?: typeof decodeToPcm;
};

export type Sound = {
  pcm: PcmFile;
  durationS: number;
  /** True if the file holds less audio than it states. */
  isCutShort: boolean;
  isBoosted: boolean;
};

type Asked = { session: SessionRow; audio: AudioRow; jobId: string; boost: number; signal: AbortSignal };

const { maxAcceptedAudioS: maxS } = limits;
/** Tolerated excess over a limit of the length, because encoders make a file longer by a frame or two. */
const lengthToleranceS = 1;

/**
 * Decodes the audio of a session, and measures what the device did not send: the length, and the peaks for the player. Calls
 * `use` with the sound, amplified by the linear gain `boost`, and removes the decoded files afterwards.
 * @throws MediaError, JobFailure `transcription.audio_too_long`
 */
export async function withSound(
  { log, sessions, storage, tmpDir, decode = decodeToPcm }: SoundDeps,
  { session, audio, jobId, boost, signal }: Asked,
  use: (sound: Sound) => Promise<void>,
): Promise<void> {
  const [decoded, boosted] = [join(tmpDir, `${jobId}.pcm`), join(tmpDir, `${jobId}.boosted.pcm`)];
  try {
    // The audio is read again, because it may have been converted in the meantime.
    const { storage_key: key } = (await sessions.audioOf(session.id)) ?? audio;
    if ((await storage.size(key)) === null) throw new JobFailure('transcription.audio_unreadable');
    await mkdir(tmpDir, { recursive: true });
    const input = await storage.localPath(key);
    const asFarAsS = maxS + 2 * lengthToleranceS;
    const { samples, statedS } = await decode({ input, output: decoded, maxS: asFarAsS, signal });
    const pcm = { path: decoded, samples };
    const durationS = Math.round((samples / pcmSampleRate) * 1000) / 1000;
    if (durationS > maxS + lengthToleranceS) throw new JobFailure('transcription.audio_too_long');
    if (audio.peaks_key === null) {
      const peaks = await readPeaks(pcm, signal);
      const key = await storePeaks(storage, peaks);
      if (!(await sessions.setPeaks(session.id, key, peaksToThumbnail(peaks)))) await storage.remove(key);
    }
    if (session.duration !== durationS) await sessions.update(session.id, { duration: durationS });
    const isShort = isCutShort(durationS, statedS);
    const lengths = { session_id: session.id, decoded_s: durationS, stated_s: statedS };
    if (isShort) log.warn(lengths, 'transcribe: sound is missing');
    const used = boost === 1 ? pcm : await boostPcm(pcm, boosted, boost, signal);
    await use({ pcm: used, durationS, isCutShort: isShort, isBoosted: boost !== 1 });
  } finally {
    await rm(decoded, { force: true });
    await rm(boosted, { force: true });
  }
}
