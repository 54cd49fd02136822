import { createScope } from '#web/lib/scope.ts';
import type { LiveAnalysis } from '#web/features/recording/monitor/live-analysis.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { createLiveDraft, type LiveDraftControl } from './live-draft.state.ts';
import { createServerDraft } from './server-draft.ts';

type OfRecording = {
  state: Pick<RecordingState, 'positionS'>;
  segments: RecordingSegments;
  analysis: LiveAnalysis;
};

/** The draft of a recording, which the server gets from time to time. */
export type OpenedDraft = LiveDraftControl & {
  /** Takes the draft of a recording that is discarded back from the server. Never rejects. */
  withdraw(): Promise<void>;
};

export function openLiveDraft(
  { draft: device, mode, session, server, timings }: RecordingDeps,
  { state, segments, analysis }: OfRecording,
): OpenedDraft {
  const scope = createScope();
  const { withdraw } = scope.use(
    createServerDraft({
      server,
      current: segments.current,
      positionS: () => state.positionS,
      everyMs: timings.sendDraftMs,
    }),
  );
  const draft = scope.use(
    createLiveDraft({
      device,
      language: session.draft.language,
      isWanted: mode === 'record',
      analysis,
      segment: (index) => segments.all()[index],
      patienceMs: timings.draftPatienceMs,
    }),
  );
  return { ...draft, withdraw, [Symbol.dispose]: () => scope[Symbol.dispose]() };
}
