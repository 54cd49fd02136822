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
  /** Of the recording that runs. */
  digest: Digest;
  /** A place for a new recording; begins to send it. */
  create(record: RecordingRecord): Promise<OverflowFile>;
  onEvent(event: Extract<RecorderEvent, { type: 'progress' | 'rolled' }>): void;
  /** More of a recording is stored. */
  onStored(id: string): void;
  /** Nothing more comes of it: its record says how it ended. */
  onFinished(id: string): void;
  onFailure(error: unknown): void;
  newId(): string;
  nowMs(): number;
};

/** Takes sound and makes recordings of it. All of it happens within `push`; only what is stored comes later. */
export type RecorderCore = {
  /** The recording that runs, or is paused. */
  readonly current: string | null;
  /** Another microphone, or the same at another rate. */
  listen(sampleRate: number): void;
  /** The next interleaved stereo block. What becomes of it is told to `tell`, which may take the buffer. */
  push(block: Float32Array<ArrayBuffer>, tell: (message: MonitorMessage) => void): void;
  start(recording: NewRecording): Promise<RecordingRecord>;
  /** A stored one that is not finished. `writtenAtMs`: when its last piece was. */
  goOn(file: OverflowFile, writtenAtMs: number | null): Promise<RecordingRecord>;
  pause(): void;
  resume(): void;
  setRollover(isOn: boolean): void;
  finish(): Promise<Finished>;
  /** Forgets the recording that runs; what comes is only heard. */
  drop(): void;
};

type Current = { id: string; track: Track; file: Promise<OverflowFile>; record: RecordingRecord };

export function createRecorderCore(deps: RecorderDeps): RecorderCore {
  const { longest, encoder, digest, onEvent, onFailure } = deps;
  let intake: Intake | null = null;
  let current: Current | null = null;
  let isPaused = false;
  let isRollingOver = true;
  /** The part before is stored and told of. */
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

  /** The sound ends at once; the record and the last pieces follow. */
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

  /** Writes samples at the rate of the recording; answers how many of them were recorded, and where recordings end. */
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

  /** What the microphone gave until now is recorded to its last sample. */
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
      // A next part is not begun for the rest of a filter.
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
