import { WorkerError } from '#workers/rpc.ts';
import type { OverflowFile } from '#workers/store/overflow-file.ts';
import type { Digest } from '#workers/digest.ts';
import { digestStored } from './digest.ts';
import { streamableSettings, type Mp3Encoder } from './mp3-stream.ts';
import { nextDraft } from './next-part.rules.ts';
import { bytesToFrame, takeStart, type Longest } from './position.rules.ts';
import type { Finished, NewRecording, RecordingRecord } from './recorder.contract.ts';
import { createTrack, type Track } from './track.ts';

/** A recording whose sound is being encoded and stored. */
export type RunningRecording = {
  id: string;
  /** The record with which it began, with the session as it is called now. */
  record: RecordingRecord;
  track: Track;
  /** Resolves when the file is created. */
  file: Promise<OverflowFile>;
  /**
   * Ends the sound synchronously; the last pieces and the record are written afterwards. Rejects with `recording.no_audio` if
   * there was no sound.
   */
  end(): Promise<Finished>;
};

type RunningRecordingDeps = {
  longest: Longest;
  encoder: Mp3Encoder;
  digest: Digest;
  onStored(recording: RunningRecording): void;
  /** Called when a recording is finished and its record is written. */
  onFinished(id: string): void;
  onFailure(error: unknown): void;
};

/**
 * Begins the track of a recording. `startBytes` is the number of bytes that its file already has, in whole frames; 0
 * for a new recording.
 */
export function runRecording(
  record: RecordingRecord,
  file: Promise<OverflowFile>,
  startBytes: number,
  deps: RunningRecordingDeps,
): RunningRecording {
  const { longest, encoder, digest, onFailure } = deps;
  const { id, settings } = record;
  const onStored = () => deps.onStored(running);
  const track = createTrack({ settings, encoder, digest, file, startBytes, longest, onStored, onFailure });
  const running: RunningRecording = {
    id,
    record,
    track,
    file,
    async end() {
      const { durationS, bytes, sha256 } = await track.finish();
      if (bytes === 0) throw new WorkerError('recording.no_audio');
      await (await file).update({ finished: { bytes, duration: durationS, sha256 } });
      deps.onFinished(id);
      return { id, durationS, bytes, sha256 };
    },
  };
  return running;
}

export const toRecord = (recording: NewRecording, id: string, startedAtMs: number): RecordingRecord => ({
  version: 1,
  id,
  startedAtMs,
  ...recording,
  settings: streamableSettings(recording.settings),
  takes: [{ bytes: 0, at: 0, lostMs: null }],
  markers: [],
  notes: '',
  dictated: [],
  finished: null,
  uploadUrl: null,
});

/** Returns the recording that follows when this one has reached the longest length. Its session is created later. */
export const nextPart = ({
  userId,
  pairingId,
  mode,
  settings,
  part,
  session,
}: RecordingRecord): NewRecording => ({
  userId,
  pairingId,
  mode,
  settings,
  sessionId: null,
  part: part + 1,
  session: nextDraft(session, part + 1),
});

/**
 * Prepares a stored, unfinished recording for more sound: fills its last frame, digests its bytes and adds a take to
 * its record. `writtenAtMs` is the time at which its last piece was written, ms since the epoch; null if unknown.
 * Returns the number of its bytes.
 */
export async function addTake(
  file: OverflowFile,
  writtenAtMs: number | null,
  { digest, nowMs }: { digest: Digest; nowMs(): number },
): Promise<number> {
  const { record } = file;
  if (record.finished) throw new WorkerError('recording.not_kept');
  await file.append(new Uint8Array(bytesToFrame(file.bytes, record.settings)));
  const { bytes } = file;
  await digestStored(digest, file);
  const at = takeStart(bytes, record.settings) / record.settings.sampleRate;
  const lostMs = writtenAtMs === null ? null : Math.max(0, nowMs() - writtenAtMs);
  const takes = bytes === 0 ? record.takes : [...record.takes, { bytes, at, lostMs }];
  await file.update({ takes });
  return bytes;
}
