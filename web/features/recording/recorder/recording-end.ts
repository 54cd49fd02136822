import { ref } from 'valtio';
import { createDelivery, type Delivery } from '#web/features/recording/delivery/delivery.ts';
import { createDiscard } from '#web/features/recording/delivery/discard-recording.ts';
import { createFinisher, type Finisher } from '#web/features/recording/delivery/finish-recording.ts';
import { createLastFrames, type LastFrames } from '#web/features/recording/delivery/last-frames.ts';
import type { OpenedDraft } from '#web/features/recording/draft/open-live-draft.ts';
import type { CaptureMonitor } from '#web/features/recording/monitor/capture-monitor.state.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { Recording, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { shownStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { ShownProblem } from '#web/features/recording/state/shown-problem.ts';
import type { LiveControls } from './live-controls.ts';
import type { RecorderLink } from './recorder-link.ts';
import type { SharedDeps } from './shared-deps.ts';

/** Ends a recording by writing its last frames, delivering it, or removing it. Disposing ends the delivery. */
export type RecordingEnd = Disposable & {
  readonly lastFrames: LastFrames;
  readonly delivery: Delivery;
  readonly finisher: Finisher;
  /** Actions of the person. */
  readonly actions: Pick<Recording, 'discard' | 'ownSession'>;
};

type RecordingEndInput = {
  deps: Pick<SharedDeps, 'server' | 'analyse' | 'timings' | 'onFailure'>;
  state: RecordingState;
  problem: ShownProblem;
  signedIn: SignInGate;
  segments: RecordingSegments;
  link: RecorderLink;
  monitor: CaptureMonitor;
  live: LiveControls;
  draft: Pick<OpenedDraft, 'written' | 'withdraw'>;
  signal: AbortSignal;
};

export function createRecordingEnd(input: RecordingEndInput): RecordingEnd {
  const { deps, state, problem, signedIn, segments, link, monitor, live, draft, signal } = input;
  const { timings, onFailure } = deps;
  const { capture, analysis } = monitor;
  const { get: recorder, reviving } = link;
  const release = () => {
    capture.close();
    live.end();
  };
  const lastFrames = createLastFrames({ recorder, reviving, capture, segments, onFailure, signal });
  const delivery: Delivery = createDelivery({
    ...deps,
    againAfterMs: timings.completeAgainMs,
    recorder,
    reviving,
    signedIn,
    sound: ({ index }) => analysis.sound(index),
    draftWritten: ({ index }) => draft.written(index),
    current: segments.current,
    lastFrames: lastFrames.write,
    // A later segment without audio does not return to the microphone, because the recording ended with the segment
    // before.
    whenEmpty: ({ index }) => (index === 0 ? 'empty' : 'soundless'),
    onRest: segments.add,
    onStage(stage) {
      state.stage = shownStage(stage);
      const send = delivery.send(delivery.shown());
      state.send = send && ref(send);
    },
    onProblem(shown) {
      state.problem = shown;
    },
  });
  const { notesPatienceMs } = timings;
  const { withdraw } = draft;
  return {
    lastFrames,
    delivery,
    finisher: createFinisher({ state, segments, delivery, release, problem, onFailure, signal }),
    actions: {
      discard: createDiscard({
        state,
        segments,
        delivery,
        recorder,
        release,
        withdrawDraft: withdraw,
        notesPatienceMs,
        onFailure,
      }),
      ownSession: () => segments.current().sessionId,
    },
    [Symbol.dispose]: () => delivery[Symbol.dispose](),
  };
}
