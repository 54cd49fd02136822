import type { OverflowFile } from '#workers/store/overflow-file.ts';
import type { Written } from './monitor-messages.rules.ts';
import type { Finished, NewRecording, RecordingRecord } from './recorder.contract.ts';
import { nextPart, type RunningRecording } from './running-recording.ts';

type ChainDeps = {
  beginNew(recording: NewRecording): RunningRecording;
  /**
   * Called when recording `finished` has continued as `next` without a gap and both are stored, in the order of the
   * recordings.
   */
  onRolled(finished: Finished, next: RecordingRecord): void;
  onFailure(error: unknown): void;
};

/** The running recording, which continues as a next part when it has reached the longest length. */
type RecordingChain = {
  readonly current: RunningRecording | null;
  /** True if the running recording has reached the longest length and no next part may begin. */
  readonly isFull: boolean;
  /** Begins a new recording. Resolves when its file is created. */
  start(recording: NewRecording): Promise<RecordingRecord>;
  goOn(recording: RunningRecording): void;
  setRollover(isOn: boolean): void;
  /** Replaces what the session of the running recording `id`, and that of its next part, is created from. */
  describe(id: string, session: NewRecording['session']): void;
  /** Records mono samples at the recording's rate. */
  write(samples: Float32Array): Written;
  /** Ends the running recording. Resolves when it and all earlier parts are stored and reported. */
  finish(): Promise<Finished>;
  /** Drops the running recording without finishing it. */
  drop(): void;
};

export function createRecordingChain({ beginNew, onRolled, onFailure }: ChainDeps): RecordingChain {
  let current: RunningRecording | null = null;
  let isRollingOver = true;
  /** Resolves when the previous part is stored and reported. */
  let rolling = Promise.resolve();

  function reportRolled(ending: Promise<Finished>, nextFile: Promise<OverflowFile>): void {
    const report = async (before: Promise<void>) => {
      await before;
      const [finished, file] = [await ending, await nextFile];
      onRolled(finished, file.record);
    };
    rolling = report(rolling);
    rolling.catch(onFailure);
  }

  function rollOver(ended: RunningRecording): RunningRecording {
    const ending = ended.end();
    const next = beginNew(nextPart(ended.record));
    reportRolled(ending, next.file);
    return next;
  }

  return {
    get current() {
      return current;
    },
    get isFull() {
      return current?.track.room === 0 && !isRollingOver;
    },
    async start(recording) {
      isRollingOver = true;
      const begun = (current = beginNew(recording));
      try {
        return (await begun.file).record;
      } catch (error) {
        if (current === begun) current = null;
        throw error;
      }
    },
    goOn(recording) {
      isRollingOver = true;
      current = recording;
    },
    describe(id, session) {
      if (current?.id === id) current.record = { ...current.record, session };
    },
    setRollover(isOn) {
      isRollingOver = isOn;
    },
    write(samples) {
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
    },
    async finish() {
      const ending = current!.end();
      current = null;
      const [finished] = await Promise.all([ending, rolling]);
      return finished;
    },
    drop() {
      current = null;
    },
  };
}
