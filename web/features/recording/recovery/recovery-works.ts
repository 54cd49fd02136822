import { createScope } from '#web/lib/scope.ts';
import { createDelivery, type Delivery } from '#web/features/recording/delivery/delivery.ts';
import { redeliver } from '#web/features/recording/delivery/redeliver.ts';
import type { SharedDeps } from '#web/features/recording/recorder/shared-deps.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import { shownStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { Recorder, RecorderOptions } from '#workers/recorder/recorder.client.ts';
import type { KeptItem } from './kept-items.ts';
import { createKeptSegments } from './kept-segments.ts';

/** The work on one kept recording. If its upload was adopted, a second segment has the audio that the upload lacks. */
type Work = { segments: RecordingSegment[]; delivery: Delivery };

/**
 * The kept recordings on which the page works, by id. Disposing ends the work, and the recordings stay on the device.
 */
export type RecoveryWorks = Disposable & {
  all(): Iterable<Work>;
  get(id: string): Work | undefined;
  /** Returns the work on this recording. If there is none, it begins. */
  open(kept: KeptRecording): Work;
  /** Ends the work on a recording. The next try reads its record from the device again. */
  close(id: string): void;
  /** Creates the session of a recording that began without one, and returns its id. */
  readonly createSession: RecorderOptions['session'];
  /** Lets this recorder deliver what was being sent, because the former recorder has crashed. */
  takeOver(recorder: Recorder): Promise<void>;
  /** Called when the recorder has crashed and none takes over. */
  loseRecorder(): void;
};

type RecoveryWorksInput = {
  deps: Pick<SharedDeps, 'server' | 'analyse' | 'timings' | 'onFailure'>;
  recorder(): Recorder;
  /** Returns a promise that is pending while a new recorder takes over; null if none does. */
  reviving(): Promise<void> | null;
  signedIn: SignInGate;
  onChange(id: string, to: Partial<KeptItem>): void;
};

export function createRecoveryWorks(input: RecoveryWorksInput): RecoveryWorks {
  const { recorder, signedIn } = input;
  const { server, timings } = input.deps;
  const scope = createScope();
  const works = new Map<string, Work>();
  const kept = createKeptSegments({
    server,
    timings,
    recorder,
    signedIn,
    onSession(recordId, sessionId) {
      const segments = [...works.values()].flatMap((work) => work.segments);
      segments.find(({ record }) => record?.id === recordId)?.toSession(sessionId);
    },
    signal: scope.signal,
  });
  scope.defer(() => [...works.keys()].forEach(close));

  function openDelivery(id: string, segments: RecordingSegment[]): Delivery {
    return createDelivery({
      ...input.deps,
      recorder,
      reviving: input.reviving,
      signedIn,
      againAfterMs: timings.completeAgainMs,
      lastFrames: (segment) => recorder().deliver(segment.record?.id ?? '', segment.seen()),
      whenEmpty: () => 'soundless',
      // No monitor has analysed this recording, so its mp3 is analysed.
      sound: () => Promise.resolve(null),
      // The draft is on the device.
      draftWritten: () => Promise.resolve(),
      onRest(rest, finished) {
        if (segments.some((segment) => segment.record?.id === rest.id)) return;
        const segment = kept.open(rest, segments.length);
        segment.finished = finished;
        segment.to('deliver');
        segments.push(segment);
      },
      current: () => segments[0]!,
      onStage: (stage) =>
        input.onChange(id, { stage: shownStage(stage) === 'completing' ? 'completing' : 'uploading' }),
      onProblem: (problem) => input.onChange(id, { problem }),
    });
  }

  function close(id: string): void {
    const work = works.get(id);
    works.delete(id);
    work?.delivery[Symbol.dispose]();
    for (const segment of work?.segments ?? []) segment[Symbol.dispose]();
  }

  return {
    all: () => works.values(),
    get: (id) => works.get(id),
    open({ record }) {
      const known = works.get(record.id);
      if (known) return known;
      const segments = [kept.open(record, 0)];
      const work = { segments, delivery: openDelivery(record.id, segments) };
      works.set(record.id, work);
      return work;
    },
    close,
    createSession: kept.createSession,
    async takeOver(next) {
      for (const { delivery, segments } of works.values()) {
        delivery.renew();
        await redeliver(segments, next);
      }
    },
    loseRecorder() {
      for (const { delivery } of works.values()) delivery.renew(true);
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
