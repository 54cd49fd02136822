import { proxy, ref } from 'valtio';
import { createWithKey } from '#web/parts/session/creation-key.ts';
import { problemOf, type Problem } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import {
  createRecordingSegment,
  type RecordingSegment,
} from '#web/features/recording/segment/recording-segment.ts';
import { createRecorderLink } from '#web/features/recording/recorder-link.ts';
import { contentOf, type RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { KeptRecording, SendState } from '#web/features/recording/recording.rules.ts';
import { isSending, shownStage } from '#web/features/recording/recording-stage.rules.ts';
import { createDelivery, type Delivery } from '#web/features/recording/delivery/delivery.ts';
import { createSignInGate } from '#web/features/recording/sign-in-gate.ts';

export type KeptItem = {
  kept: KeptRecording;
  /** True while it is being finished and sent. */
  isBusy: boolean;
  stage: 'kept' | 'uploading' | 'completing';
  send: SendState | null;
  problem: Problem | null;
};

export type RecoveryState = {
  /** Oldest first. */
  items: KeptItem[];
  isLoaded: boolean;
  isSignedOut: boolean;
  delivered: readonly { id: string; sessionId: string; durationS: number }[];
};

export type Recovery = Disposable & {
  readonly state: RecoveryState;
  refresh(): Promise<void>;
  /**
   * Finishes a recording as stored and delivers it. Resolves on success and on failure; can be called again after a failure.
   */
  deliver(id: string): Promise<void>;
  /** Returns the first `seconds` of the mp3; all of it if left out. */
  sound(id: string, seconds?: number): Promise<Blob>;
  discard(id: string): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  isBusy(): boolean;
};

export type RecoveryDeps = Pick<
  RecordingDeps,
  | 'userId'
  | 'server'
  | 'openRecorder'
  | 'analyse'
  | 'longestS'
  | 'largestBytes'
  | 'timings'
  | 'onFailure'
  | 'report'
> & { guardLeaving(isUnsafe: () => boolean): () => void };

/** The kept recording; if its upload was adopted, also the recording with the sound beyond it. */
type Work = { segments: RecordingSegment[]; delivery: Delivery };

/** A finished recording can only be delivered. */
export const canGoOn = ({ record }: KeptRecording): boolean => record.finished === null;

export function createRecovery(deps: RecoveryDeps): Recovery {
  const scope = createScope();
  const state = proxy<RecoveryState>({ items: [], isLoaded: false, isSignedOut: false, delivered: [] });
  const works = new Map<string, Work>();
  const running = new Map<string, Promise<void>>();
  /** Session ids by recording id, for recordings without a session. An entry may come before the page knows the recording. */
  const sessions = new Map<string, string>();

  const signedIn = scope.use(
    createSignInGate({
      ...deps.server,
      lookEveryMs: deps.timings.lookForSignInMs,
      onSignedOut(isSignedOut) {
        state.isSignedOut = isSignedOut;
      },
    }),
  );
  const link = scope.use(
    createRecorderLink({
      open: () =>
        deps.openRecorder({
          longestS: deps.longestS,
          largestBytes: deps.largestBytes,
          headers: signedIn.headers,
          async session(id, draft, key) {
            await signedIn.wait();
            const sessionId = await createWithKey(key, {
              create: (as) => deps.server.createSession(draft, as, scope.signal),
              storeKey: (sessionKey) => link.get().annotate({ id, sessionKey }),
            });
            sessions.set(id, sessionId);
            segmentOf(id)?.toSession(sessionId);
            return sessionId;
          },
        }),
      onNews(event) {
        if (event.type === 'send') onSend(event.id, event.send);
      },
      onStorage() {},
      async takeOver(recorder) {
        for (const { delivery, segments } of works.values()) {
          delivery.renew();
          for (const { finished, stage } of segments)
            if (finished && isSending(stage)) await recorder.deliver(finished.id);
        }
      },
      onLost() {
        for (const { delivery } of works.values()) delivery.renew(true);
      },
      onFailure: deps.onFailure,
    }),
  );
  scope.defer(() => deps.report(null));
  scope.defer(deps.guardLeaving(() => running.size > 0));

  const segmentOf = (id: string) =>
    [...works.values()].flatMap(({ segments }) => segments).find(({ record }) => record?.id === id);
  const itemOf = (id: string) => state.items.find(({ kept }) => kept.record.id === id);
  const change = (id: string, to: Partial<KeptItem>) => {
    const item = itemOf(id);
    if (item) Object.assign(item, to);
  };
  const quietly = (step: string, work: Promise<unknown>) => {
    work.catch((error: unknown) => !scope.signal.aborted && deps.onFailure(step, error));
  };

  function onSend(id: string, send: SendState): void {
    change(id, { send: ref(send) });
    const { retryNow, stopSending: stop, resumeSending: resume } = recovery;
    if (running.has(id)) deps.report({ send, retryNow, stop, resume });
  }

  const createSegmentOf = (record: RecordingRecord, index = 0): RecordingSegment => {
    const segment = createRecordingSegment({
      index,
      sessionId: record.sessionId ?? sessions.get(record.id) ?? null,
      // The session's notes are not loaded here. If there are any, revision 0 makes the server report a conflict, and both
      // texts are merged.
      notes: { text: '', rev: 0 },
      stage: 'kept',
      annotate: (annotation) => link.get().annotate(annotation),
      async save(...call) {
        await signedIn.wait();
        return await deps.server.saveNotes(...call);
      },
      timings: deps.timings,
      onChange() {},
    });
    segment.begin({ ...record });
    return segment;
  };

  function workFor({ record }: KeptRecording): Work {
    const known = works.get(record.id);
    if (known) return known;
    const { id } = record;
    const segments = [createSegmentOf(record)];
    const delivery = createDelivery({
      ...deps,
      recorder: link.get,
      reviving: link.reviving,
      signedIn,
      lastFrames: (segment) => link.get().deliver(segment.record?.id ?? '', segment.seen()),
      whenEmpty: () => 'soundless',
      // No monitor heard this recording, so its mp3 is analysed.
      sound: () => Promise.resolve(null),
      onRest(rest, finished) {
        if (segments.some((segment) => segment.record?.id === rest.id)) return;
        const segment = createSegmentOf(rest, segments.length);
        segment.finished = finished;
        segment.to('deliver');
        segments.push(segment);
      },
      current: () => segments[0]!,
      onStage: (stage) =>
        change(id, { stage: shownStage(stage) === 'completing' ? 'completing' : 'uploading' }),
      onProblem: (problem) => change(id, { problem }),
    });
    const work = { segments, delivery };
    works.set(id, work);
    return work;
  }

  /** Disposes of the work on a recording. The next try reads its record from the device again. */
  function letGo(id: string): void {
    const work = works.get(id);
    works.delete(id);
    work?.delivery[Symbol.dispose]();
    for (const segment of work?.segments ?? []) segment[Symbol.dispose]();
  }
  scope.defer(() => [...works.keys()].forEach(letGo));

  async function bring(kept: KeptRecording): Promise<void> {
    const { id } = kept.record;
    const code = itemOf(id)?.problem?.code ?? '';
    const { segments, delivery } = workFor(kept);
    const [segment] = segments as [RecordingSegment];
    change(id, { isBusy: true, problem: null, stage: 'uploading' });
    try {
      segment.to('deliver');
      delivery.mend(code);
      await delivery.deliverAll(() => segments);
      tellDelivered(segments);
      letGo(id);
      state.items = state.items.filter(({ kept }) => kept.record.id !== id);
    } catch (error) {
      if (scope.signal.aborted) return;
      deps.onFailure('deliver', error);
      // Another tab holds it, or it could not be opened. Its record may change until the next try, so it is read again then.
      if (segment.stage === 'finishing') letGo(id);
      change(id, { isBusy: false, stage: 'kept', problem: problemOf(error) });
    }
  }

  async function saved(kept: KeptRecording): Promise<boolean> {
    const segment = workFor(kept).segments[0]!;
    return segment.sessionId !== null && (await segment.savesNotesWithin(deps.timings.notesPatienceMs));
  }

  function tellDelivered(segments: readonly RecordingSegment[]): void {
    const arrived = segments.flatMap(({ record, sessionId, finished, stage }) =>
      stage === 'finished' && record && sessionId
        ? [{ id: record.id, sessionId, durationS: finished?.durationS ?? 0 }]
        : [],
    );
    state.delivered = ref([...state.delivered, ...arrived]);
  }

  const recovery: Recovery = {
    state,
    async refresh() {
      try {
        const found = await link.get().list(deps.userId);
        const busy = state.items.filter(({ kept }) => works.has(kept.record.id));
        const fresh = found
          .filter(({ record }) => !works.has(record.id))
          .map((kept) => itemFor(kept, itemOf(kept.record.id)?.problem ?? null));
        state.items = [...busy, ...fresh].toSorted(byStart);
        state.isLoaded = true;
      } catch (error) {
        if (!scope.signal.aborted) deps.onFailure('list', error);
      }
    },
    deliver(id) {
      const known = running.get(id);
      if (known) return known;
      const item = itemOf(id);
      if (!item) return Promise.resolve();
      const work = bring(item.kept as KeptRecording).finally(() => {
        running.delete(id);
        if (running.size === 0 && !scope.signal.aborted) deps.report(null);
      });
      running.set(id, work);
      return work;
    },
    sound: (id, seconds) => link.get().sound(id, seconds),
    async discard(id) {
      const kept = itemOf(id)?.kept as KeptRecording | undefined;
      // Notes belong to the session and stay when the sound is discarded. Without sound, the person discards the notes
      // themselves.
      const hasMore = kept !== undefined && kept.durationS > 0 && kept.record.notes !== '';
      const keepsNotes = hasMore && !(await saved(kept));
      const seen = works.get(id)?.segments[0]?.seen() ?? (kept ? [contentOf(kept.record)] : []);
      letGo(id);
      try {
        await link.get().throwAway(id, { keepsNotes, seen });
        state.items = state.items.filter(({ kept }) => kept.record.id !== id);
      } catch (error) {
        deps.onFailure('throw away', error);
        change(id, { problem: problemOf(error) });
      }
    },
    retryNow() {
      for (const { delivery } of works.values()) delivery.hurry();
      quietly('retry', link.get().retryNow());
    },
    stopSending: () => quietly('stop', link.get().stopSending()),
    resumeSending: () => quietly('resume', link.get().resumeSending()),
    isBusy: () => running.size > 0,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return recovery;
}

const itemFor = (kept: KeptRecording, problem: KeptItem['problem']): KeptItem => ({
  kept: ref(kept),
  isBusy: false,
  stage: 'kept',
  send: null,
  problem,
});

const byStart = (a: KeptItem, b: KeptItem) => a.kept.record.startedAtMs - b.kept.record.startedAtMs;
