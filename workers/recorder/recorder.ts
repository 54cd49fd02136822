import { WorkerError } from '#workers/rpc.ts';
import type { OverflowFile } from '#workers/store/overflow-file.ts';
import { digestStored, type Digest } from './digest.ts';
import { createIntake, type Intake } from '#workers/recorder/capture/intake.ts';
import { streamableSettings, type Mp3Encoder } from './mp3-stream.ts';
import { nextDraft } from './next-part.rules.ts';
import { bytesToFrame, takeStart, type Longest } from './position.rules.ts';
import type {
  Finished,
  MonitorMessage,
  NewRecording,
  RecorderEvent,
  RecordingRecord,
} from './recorder.contract.ts';
import { createTrack, type Track } from './track.ts';

type RecorderDeps = {
  longest: Longest;
  encoder: Mp3Encoder;
  digest: Digest;
  /** Creates the file of a new recording and begins its upload. */
  create(record: RecordingRecord): Promise<OverflowFile>;
  onEvent(event: Extract<RecorderEvent, { type: 'progress' | 'rolled' }>): void;
  onStored(id: string): void;
  /** A recording is finished and its record is written. */
  onFinished(id: string): void;
  onFailure(error: unknown): void;
  newId(): string;
  nowMs(): number;
};

/** Turns sound into recordings. `push` is synchronous; only storing is asynchronous. */
export type RecorderCore = {
  readonly current: string | null;
  /** Switches to another microphone or sample rate. */
  listen(sampleRate: number): void;
  /** Handles the next interleaved stereo block. Passes it on to the monitor through `tell`, which may take the buffer. */
  push(block: Float32Array<ArrayBuffer>, tell: (message: MonitorMessage) => void): void;
  start(recording: NewRecording): Promise<RecordingRecord>;
  /** Continues a stored, unfinished recording. `writtenAtMs`: when its last piece was written. */
  goOn(file: OverflowFile, writtenAtMs: number | null): Promise<RecordingRecord>;
  pause(): void;
  resume(): void;
  setRollover(isOn: boolean): void;
  finish(): Promise<Finished>;
  /** Drops the running recording; later sound is not recorded. */
  drop(): void;
};

type Current = { id: string; track: Track; file: Promise<OverflowFile>; record: RecordingRecord };

export function createRecorderCore(deps: RecorderDeps): RecorderCore {
  const { longest, encoder, digest, onEvent, onFailure } = deps;
  let intake: Intake | null = null;
  let current: Current | null = null;
  let isPaused = false;
  let isRollingOver = true;
  /** Resolves when the previous part is stored and reported. */
  let rolling = Promise.resolve();

  const tellProgress = ({ id, track }: Current) => {
    const { positionS, storedS, bytes } = track;
    onEvent({ type: 'progress', id, positionS, storedS, bytes });
  };

  function begin(record: RecordingRecord, file: Promise<OverflowFile>, startBytes: number): Current {
    const { id, settings } = record;
    const onStored = () => {
      deps.onStored(id);
      if (current === begun) tellProgress(begun);
    };
    const track = createTrack({
      settings,
      encoder,
      digest,
      file,
      startBytes,
      longest,
      onStored,
      onFailure,
    });
    const begun = { id, track, file, record };
    return begun;
  }

  function beginNew(recording: NewRecording): Current {
    const record: RecordingRecord = {
      version: 1,
      id: deps.newId(),
      startedAtMs: deps.nowMs(),
      ...recording,
      settings: streamableSettings(recording.settings),
      takes: [{ bytes: 0, at: 0, lostMs: null }],
      markers: [],
      notes: '',
      dictated: [],
      finished: null,
      uploadUrl: null,
    };
    digest.init();
    return begin(record, deps.create(record), 0);
  }

  /** Ends the sound synchronously; the last pieces and the record are written afterwards. */
  async function end({ id, track, file }: Current): Promise<Finished> {
    const { durationS, bytes, sha256 } = await track.finish();
    if (bytes === 0) throw new WorkerError('recording.no_audio');
    await (await file).update({ finished: { bytes, duration: durationS, sha256 } });
    deps.onFinished(id);
    return { id, durationS, bytes, sha256 };
  }

  function rollOver(ended: Current): Current {
    const ending = end(ended);
    const { userId, session, part, mode, settings } = ended.record;
    const next = beginNew({
      userId,
      mode,
      settings,
      sessionId: null,
      part: part + 1,
      session: nextDraft(session, part + 1),
    });
    const tell = async (before: Promise<void>) => {
      await before;
      const [finished, file] = [await ending, await next.file];
      onEvent({ type: 'rolled', finished, next: file.record });
    };
    rolling = tell(rolling);
    rolling.catch(onFailure);
    return next;
  }

  /** Records samples at the recording's rate. Returns how many were recorded, and the splits between recordings. */
  function write(samples: Float32Array): { recorded: number; splits: number[] } {
    const splits: number[] = [];
    let at = 0;
    while (current && at < samples.length) {
      if (current.track.room === 0) {
        if (!isRollingOver) break;
        splits.push(at);
        current = rollOver(current);
      }
      const count = Math.min(samples.length - at, current.track.room);
      current.track.push(samples.subarray(at, at + count));
      at += count;
    }
    return { recorded: at, splits };
  }

  const isHeardOnly = () => !current || isPaused || (current.track.room === 0 && !isRollingOver);

  /** Records the samples that the resampler still holds. */
  function cut(): void {
    const rest = intake?.cut();
    if (current && rest && !isPaused) write(rest);
  }

  return {
    get current() {
      return current?.id ?? null;
    },
    listen(sampleRate) {
      cut();
      intake = createIntake(sampleRate);
    },
    push(block, tell) {
      if (!intake || block.length === 0) return;
      if (isHeardOnly()) {
        intake.hear(block);
        return tell({ type: 'heard', samples: block });
      }
      const samples = intake.record(block, current!.record.settings.sampleRate);
      const { recorded, splits } = write(samples);
      tellProgress(current!);
      if (splits.length === 0 && recorded === samples.length)
        return tell({ type: 'recorded', samples: block });
      const frameAt = (sample: number) => Math.round((block.length / 2) * (sample / samples.length)) * 2;
      let from = 0;
      for (const split of splits) {
        tell({ type: 'recorded', samples: block.slice(from, frameAt(split)) });
        tell({ type: 'split' });
        from = frameAt(split);
      }
      tell({ type: 'recorded', samples: block.slice(from, frameAt(recorded)) });
      if (recorded < samples.length) tell({ type: 'heard', samples: block.slice(frameAt(recorded)) });
    },
    async start(recording) {
      if (current) throw new WorkerError('recording.elsewhere');
      isPaused = false;
      isRollingOver = true;
      const begun = (current = beginNew(recording));
      try {
        return (await begun.file).record;
      } catch (error) {
        if (current === begun) current = null;
        throw error;
      }
    },
    async goOn(file, writtenAtMs) {
      if (current) throw new WorkerError('recording.elsewhere');
      const { record } = file;
      if (record.finished) throw new WorkerError('recording.not_kept');
      await file.append(new Uint8Array(bytesToFrame(file.bytes, record.settings)));
      const { bytes } = file;
      await digestStored(digest, file);
      const at = takeStart(bytes, record.settings) / record.settings.sampleRate;
      const lostMs = writtenAtMs === null ? null : Math.max(0, deps.nowMs() - writtenAtMs);
      const takes = bytes === 0 ? record.takes : [...record.takes, { bytes, at, lostMs }];
      await file.update({ takes });
      isPaused = false;
      isRollingOver = true;
      current = begin(file.record, Promise.resolve(file), bytes);
      return file.record;
    },
    pause() {
      cut();
      isPaused = true;
      current?.track.flush();
    },
    resume() {
      isPaused = false;
    },
    setRollover(isOn) {
      isRollingOver = isOn;
    },
    async finish() {
      if (!current) throw new WorkerError('recording.not_kept');
      // The samples that the resampler holds do not begin a next part.
      isRollingOver = false;
      cut();
      const ending = end(current);
      current = null;
      const [finished] = await Promise.all([ending, rolling]);
      return finished;
    },
    drop() {
      current = null;
    },
  };
}
