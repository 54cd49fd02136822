import { WorkerError } from '#workers/rpc.ts';
import type { OverflowFile } from '#workers/store/overflow-file.ts';
import { createIntake, type Intake } from '#workers/recorder/capture/intake.ts';
import type { Digest } from '#workers/digest.ts';
import { toMonitorMessages } from './monitor-messages.rules.ts';
import type { Mp3Encoder } from './mp3-stream.ts';
import type { Longest } from './position.rules.ts';
import type {
  Finished,
  MonitorMessage,
  NewRecording,
  RecorderEvent,
  RecordingRecord,
} from './recorder.contract.ts';
import { createRecordingChain } from './recording-chain.ts';
import { addTake, runRecording, toRecord, type RunningRecording } from './running-recording.ts';

type Progress = Extract<RecorderEvent, { type: 'progress' }>;

type RecorderDeps = {
  longest: Longest;
  encoder: Mp3Encoder;
  digest: Digest;
  /** Creates the file of a new recording and begins its upload. */
  create(record: RecordingRecord): Promise<OverflowFile>;
  onEvent(event: Extract<RecorderEvent, { type: 'progress' | 'rolled' }>): void;
  onStored(id: string): void;
  /** Called when a recording is finished and its record is written. */
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
  /** Records the next block of interleaved stereo. Passes it on through `toMonitor`, which may transfer its buffer. */
  push(block: Float32Array<ArrayBuffer>, toMonitor: (message: MonitorMessage) => void): void;
  start(recording: NewRecording): Promise<RecordingRecord>;
  /**
   * Continues a stored, unfinished recording. `writtenAtMs` is the time at which its last piece was written, ms since
   * the epoch; null if unknown.
   */
  goOn(file: OverflowFile, writtenAtMs: number | null): Promise<RecordingRecord>;
  pause(): void;
  resume(): void;
  setRollover(isOn: boolean): void;
  /** Replaces what the session of the running recording `id`, and that of its next part, is created from. */
  describe(id: string, session: NewRecording['session']): void;
  finish(): Promise<Finished>;
  /** Drops the running recording; later sound is not recorded. */
  drop(): void;
};

export function createRecorderCore(deps: RecorderDeps): RecorderCore {
  const { longest, encoder, digest, onEvent, onFinished, onFailure } = deps;
  let intake: Intake | null = null;
  let isPaused = false;

  const onStored = (recording: RunningRecording) => {
    deps.onStored(recording.id);
    if (chain.current === recording) onEvent(toProgress(recording));
  };
  const running = { longest, encoder, digest, onStored, onFinished, onFailure };

  function beginNew(recording: NewRecording): RunningRecording {
    const record = toRecord(recording, deps.newId(), deps.nowMs());
    digest.init();
    return runRecording(record, deps.create(record), 0, running);
  }

  const chain = createRecordingChain({
    beginNew,
    onRolled: (finished, next) => onEvent({ type: 'rolled', finished, next }),
    onFailure,
  });

  /** Records the samples that the resampler still holds. */
  function cut(): void {
    const rest = intake?.cut();
    if (rest && !isPaused) chain.write(rest);
  }

  return {
    get current() {
      return chain.current?.id ?? null;
    },
    listen(sampleRate) {
      cut();
      intake = createIntake(sampleRate);
    },
    push(block, toMonitor) {
      if (!intake || block.length === 0) return;
      if (!chain.current || isPaused || chain.isFull) {
        intake.adapt(block);
        return toMonitor({ type: 'unrecorded', samples: block });
      }
      const samples = intake.record(block, chain.current.record.settings.sampleRate);
      const written = chain.write(samples);
      onEvent(toProgress(chain.current));
      for (const message of toMonitorMessages(block, samples.length, written)) toMonitor(message);
    },
    async start(recording) {
      if (chain.current) throw new WorkerError('recording.elsewhere');
      isPaused = false;
      return await chain.start(recording);
    },
    async goOn(file, writtenAtMs) {
      if (chain.current) throw new WorkerError('recording.elsewhere');
      const bytes = await addTake(file, writtenAtMs, deps);
      isPaused = false;
      chain.goOn(runRecording(file.record, Promise.resolve(file), bytes, running));
      return file.record;
    },
    pause() {
      cut();
      isPaused = true;
      chain.current?.track.flush();
    },
    resume() {
      isPaused = false;
    },
    setRollover: (isOn) => chain.setRollover(isOn),
    describe: (id, session) => chain.describe(id, session),
    async finish() {
      if (!chain.current) throw new WorkerError('recording.not_kept');
      // The samples that the resampler holds do not begin a next part.
      chain.setRollover(false);
      cut();
      return await chain.finish();
    },
    drop: () => chain.drop(),
  };
}

const toProgress = ({ id, track }: RunningRecording): Progress => {
  const { positionS, storedS, bytes } = track;
  return { type: 'progress', id, positionS, storedS, bytes };
};
