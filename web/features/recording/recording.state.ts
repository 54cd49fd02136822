import { proxy } from 'valtio';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import { createScope, type Scope } from '#web/lib/scope.ts';
import { createCaptureMonitor } from './monitor/capture-monitor.state.ts';
import { createBackground } from './recorder/background.ts';
import { createDescribing } from './recorder/describing.ts';
import { createLiveControls } from './recorder/live-controls.ts';
import { createMicrophoneActions } from './recorder/microphone-actions.ts';
import { createPausing } from './recorder/pausing.ts';
import { createRecorderCrash } from './recorder/recorder-crash.ts';
import { createRecorderLink, type RecorderLink } from './recorder/recorder-link.ts';
import { createRecorderNews } from './recorder/recorder-news.ts';
import { createRecordingEnd } from './recorder/recording-end.ts';
import { createRetry } from './recorder/retry-recording.ts';
import { createSendingControls } from './recorder/sending-controls.ts';
import { createStart } from './recorder/start-recording.ts';
import { createTakes } from './recorder/takes.ts';
import type { PagePort, RecordingDeps } from './recording-deps.ts';
import { startState } from './start-state.ts';
import type { Capture } from './capture/capture.state.ts';
import { openLiveDraft } from './draft/open-live-draft.ts';
import { createMutedReturn } from './capture/muted-return.ts';
import { createAnnotations } from './recorder/annotations.ts';
import { mergedNotes } from './segment/merge-notes.rules.ts';
import { createRecordingSegments, type RecordingSegments } from './segment/recording-segments.ts';
import { openSignInGate } from './server/sign-in-gate.ts';
import type { Recording, RecordingState } from './state/recording.rules.ts';
import { isLive, isUnsafe } from './state/recording-stage.rules.ts';
import { createShownProblem } from './state/shown-problem.ts';

/** Creates a recording, from the microphone to the server. Disposing stops it and keeps its data on the device. */
export function createRecording(deps: RecordingDeps): Recording {
  const { session, kept, page, longestS, largestBytes, onFailure } = deps;
  const scope = createScope();
  const { signal } = scope;
  const state = proxy<RecordingState>(startState(deps));
  const problem = createShownProblem({ state, onFailure, signal });
  const inBackground = createBackground(onFailure, signal);
  const live = createLiveControls(deps);
  const signedIn = scope.use(openSignInGate(deps, state));
  const onStage = (stage: RecordingState['stage']) => [live, draft].forEach((one) => one.onStage(stage));

  const segments: RecordingSegments = scope.use(
    createRecordingSegments({ deps, state, signedIn, recorder: () => link.get(), onStage }),
  );
  const link: RecorderLink = scope.use(
    createRecorderLink({
      open: () =>
        deps.openRecorder({ longestS, largestBytes, headers: signedIn.headers, session: segments.session }),
      onNews: (news) => onNews(news),
      onStorage: (storage) => void (state.storage = { ...storage }),
      takeOver: (next) => crash.takeOver(next),
      onLost: (code) => crash.onLost(code),
      onFailure,
    }),
  );
  const recorder = link.get;
  const monitor = scope.use(createCaptureMonitor({ deps, state, segments, recorder }));
  const { capture } = monitor;
  const draft = scope.use(openLiveDraft(deps, { state, segments, analysis: monitor.analysis }));
  scope.use(openAgainWhenMuted(deps, capture, () => state.stage !== 'paused'));
  followPage(page, scope, {
    isUnsafe: () => isUnsafe(state.stage),
    onHidden: () => inBackground('annotate', segments.current().flush()),
    onChange: monitor.updateWarnings,
  });

  const end = scope.use(
    createRecordingEnd({ deps, state, problem, signedIn, segments, link, monitor, live, draft, signal }),
  );
  scope.use(live);
  const { delivery, finisher } = end;
  const describing = scope.use(createDescribing({ deps, state, segments, recorder, signedIn, inBackground }));
  const takes = createTakes({ deps, state, segments, monitor, draft, recorder, inBackground, describing });
  const crash = createRecorderCrash({ state, segments, end, capture, takes, problem });
  const sending = createSendingControls({
    recorder,
    beforeRetry() {
      if (isLive(state.stage)) problem.clear('upload.', 'session.', 'network.');
      delivery.hurry();
    },
    inBackground,
  });
  const onNews = createRecorderNews({ deps, state, segments, end, takes, sending, inBackground });

  const onAsk = () => inBackground('persist', persist(deps, recorder, state));
  const microphone = createMicrophoneActions({ state, segments, monitor, problem, onAsk });
  const { prepare } = microphone;
  const pausing = createPausing({ state, segments, recorder, capture, prepare, inBackground });
  const start = createStart({ state, takes, segments, monitor, live, keys: pausing, problem });

  if (kept) segments.current().setNotes(mergedNotes(session.notes.text, kept.record.notes));
  return {
    state,
    draft,
    ...microphone,
    ...pausing,
    ...createAnnotations({ state, segments, now: monitor.now }),
    start,
    ...describing.actions,
    setRollover: takes.setRollover,
    sound: takes.sound,
    onReport: monitor.onReport,
    dismiss: monitor.dismiss,
    finish: finisher.finish,
    retry: createRetry({ state, start, prepare, ...sending.controls, link, capture, finisher }),
    ...sending.controls,
    ...end.actions,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

const openAgainWhenMuted = (
  { page, timings }: RecordingDeps,
  capture: Capture,
  isWanted: () => boolean,
): Disposable =>
  createMutedReturn({
    page,
    afterMs: timings.mutedAfterMs,
    isMuted: () => isWanted() && (capture.microphone()?.isMuted ?? false),
    reopen: capture.reopen,
  });

type PageHandlers = { isUnsafe(): boolean; onHidden(): void; onChange(): void };

/** Follows whether the page is shown or hidden, and guards it from being closed while something is unsafe. */
function followPage(page: PagePort, scope: Scope, { isUnsafe, onHidden, onChange }: PageHandlers): void {
  scope.defer(
    page.onVisibility(() => {
      if (page.isHidden()) onHidden();
      onChange();
    }),
  );
  scope.defer(page.guardLeaving(isUnsafe));
}

/** Requests persistent storage, and shows whether the browser has promised it. */
async function persist(
  deps: Pick<RecordingDeps, 'persist'>,
  recorder: () => Recorder,
  state: Pick<RecordingState, 'storage'>,
): Promise<void> {
  const isPersistent = await deps.persist();
  await recorder().storage;
  if (state.storage) state.storage.isPersistent ||= isPersistent;
}
