import { proxy, ref } from 'valtio';
import type { Problem } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import { createBackground } from '#web/features/recording/recorder/background.ts';
import { createRecorderLink, type RecorderLink } from '#web/features/recording/recorder/recorder-link.ts';
import { createSendingControls } from '#web/features/recording/recorder/sending-controls.ts';
import type { SharedDeps } from '#web/features/recording/recorder/shared-deps.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import { openSignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import { createDiscardKept } from './discard-kept.ts';
import { createKeptDelivery } from './kept-delivery.ts';
import { createKeptItems, type KeptItem } from './kept-items.ts';
import { createRecoveryWorks, type RecoveryWorks } from './recovery-works.ts';

export type RecoveryState = {
  /** The kept recordings, oldest first. */
  items: KeptItem[];
  isLoaded: boolean;
  isSignedOut: boolean;
  /** Why the recordings on this device cannot be listed; null if they can. */
  problem: Problem | null;
  delivered: readonly { id: string; sessionId: string; durationS: number }[];
};

export type Recovery = Disposable & {
  readonly state: RecoveryState;
  refresh(): Promise<void>;
  /**
   * Finishes a recording with its stored audio and delivers it. Resolves both on success and on failure. After a
   * failure it can be called again.
   */
  deliver(id: string): Promise<void>;
  /** Resolves with the first `seconds` of the mp3, or with all of it if `seconds` is left out. */
  sound(id: string, seconds?: number): Promise<Blob>;
  discard(id: string): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  isBusy(): boolean;
};

type RecoveryDeps = SharedDeps & {
  /** Ids under which earlier versions of the page stored recordings of this person. */
  formerIds: readonly string[];
  /** Asks before the page is closed while `isUnsafe` returns true. Returns a function that ends this. */
  guardLeaving(isUnsafe: () => boolean): () => void;
};

/** True if audio can be added to the recording. A finished recording can only be delivered. */
export const canGoOn = ({ record }: KeptRecording): boolean => record.finished === null;

/** Creates the recovery of recordings that a crash or a closed tab left on this device. */
export function createRecovery(deps: RecoveryDeps): Recovery {
  const { longestS, largestBytes, onFailure } = deps;
  const scope = createScope();
  const state = proxy<RecoveryState>({
    items: [],
    isLoaded: false,
    isSignedOut: false,
    problem: null,
    delivered: [],
  });
  const items = createKeptItems(state);
  const signedIn = scope.use(openSignInGate(deps, state));
  const link: RecorderLink = scope.use(
    createRecorderLink({
      open: () =>
        deps.openRecorder({
          longestS,
          largestBytes,
          headers: signedIn.headers,
          session: (...call) => works.createSession(...call),
        }),
      onNews(event) {
        if (event.type !== 'send') return;
        items.change(event.id, { send: ref(event.send) });
        if (deliveries.isRunning(event.id)) deps.report(reportOf(event.send));
      },
      onStorage() {},
      takeOver: (recorder) => works.takeOver(recorder),
      onLost(code) {
        state.problem = { code, requestId: null };
        works.loseRecorder();
      },
      onFailure,
    }),
  );
  const recorder = link.get;
  scope.defer(() => deps.report(null));
  scope.defer(deps.guardLeaving(() => deliveries.isBusy()));
  const works: RecoveryWorks = scope.use(
    createRecoveryWorks({ deps, recorder, reviving: link.reviving, signedIn, onChange: items.change }),
  );
  const deliveries = createKeptDelivery({
    items,
    works,
    onDelivered(segments) {
      state.delivered = ref([...state.delivered, ...deliveredOf(segments)]);
    },
    onIdle: () => deps.report(null),
    onFailure,
    signal: scope.signal,
  });
  const { controls, reportOf } = createSendingControls({
    recorder,
    beforeRetry() {
      for (const { delivery } of works.all()) delivery.hurry();
    },
    inBackground: createBackground(onFailure, scope.signal),
  });
  const { notesPatienceMs } = deps.timings;

  return {
    state,
    async refresh() {
      try {
        const found = await recorder().list(deps.userId, deps.formerIds);
        items.refresh(found.filter(isOurs(deps)), (id) => works.get(id) !== undefined);
        state.isLoaded = true;
      } catch (error) {
        if (!scope.signal.aborted) onFailure('list', error);
      }
    },
    deliver: deliveries.deliver,
    sound: (id, seconds) => recorder().sound(id, seconds),
    discard: createDiscardKept({ ...deps, items, works, recorder, notesPatienceMs }),
    ...controls,
    isBusy: deliveries.isBusy,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** True for the recordings that a recovery handles. A phone without a sign-in does not handle other recordings of the same person. */
const isOurs =
  ({ pairingId }: Pick<RecoveryDeps, 'pairingId'>) =>
  ({ record }: KeptRecording): boolean =>
    pairingId === undefined || record.pairingId === pairingId;

/**
 * Returns the recordings that are on the server now. An adopted upload and the audio that it lacks are two recordings.
 */
const deliveredOf = (segments: readonly RecordingSegment[]) =>
  segments.flatMap(({ record, sessionId, finished, stage }) =>
    stage === 'finished' && record && sessionId
      ? [{ id: record.id, sessionId, durationS: finished?.durationS ?? 0 }]
      : [],
  );
