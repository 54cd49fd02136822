import { proxy, ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import { createFinale, type Finale } from './finale.ts';
import { createPart, type Part } from './part.ts';
import { createRecorderLink } from './recorder-link.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { type KeptRecording, problemOf, type SendState } from './recording.rules.ts';
import { createSignedIn } from './signed-in.ts';

export type KeptItem = {
  kept: KeptRecording;
  /** It is being finished and sent. */
  isBusy: boolean;
  stage: 'kept' | 'uploading' | 'completing';
  send: SendState | null;
  problem: { code: string; requestId: string | null } | null;
};

export type DeliveryState = {
  /** Oldest first. */
  items: KeptItem[];
  /** The device was asked. */
  isLoaded: boolean;
  isSignedOut: boolean;
  /** Those that the server has now. */
  delivered: readonly { id: string; sessionId: string; durationS: number }[];
};

/** What crashes, closed tabs and broken connections left of a person's recordings on this device. */
export type Delivery = Disposable & {
  readonly state: DeliveryState;
  /** Looks again what lies there and nobody is at. */
  refresh(): Promise<void>;
  /** Finishes it as it lies and brings it to the server. Resolves when that is over, well or not; again after a problem. */
  deliver(id: string): Promise<void>;
  /** The sound from its start, all of it without `seconds`. */
  sound(id: string, seconds?: number): Promise<Blob>;
  discard(id: string): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  isBusy(): boolean;
};

export type DeliveryDeps = Pick<
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

type Work = { part: Part; finale: Finale };

/** A finished one, or one whose session has gone, is only delivered; others can be gone on with. */
export const canGoOn = ({ record }: KeptRecording): boolean => record.finished === null;

export function createDelivery(deps: DeliveryDeps): Delivery {
  const scope = createScope();
  const state = proxy<DeliveryState>({ items: [], isLoaded: false, isSignedOut: false, delivered: [] });
  const works = new Map<string, Work>();
  const running = new Map<string, Promise<void>>();

  const signedIn = scope.use(
    createSignedIn({
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
          async session(id, draft) {
            await signedIn.wait();
            const sessionId = await deps.server.createSession(draft, scope.signal);
            works.get(id)?.part.toSession(sessionId);
            return sessionId;
          },
        }),
      onNews(event) {
        if (event.type === 'send') onSend(event.id, event.send);
      },
      onStorage() {},
      async takeOver(recorder) {
        for (const { finale, part } of works.values()) {
          finale.renew();
          if (part.finished) await recorder.deliver(part.finished.id);
        }
      },
      onLost() {
        for (const { finale } of works.values()) finale.renew(true);
      },
      onFailure: deps.onFailure,
    }),
  );
  scope.defer(() => deps.report(null));
  scope.defer(deps.guardLeaving(() => running.size > 0));

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
    const { retryNow, stopSending: stop, resumeSending: resume } = delivery;
    if (running.has(id)) deps.report({ send, retryNow, stop, resume });
  }

  function workFor({ record }: KeptRecording): Work {
    const known = works.get(record.id);
    if (known) return known;
    const part = createPart({
      index: 0,
      sessionId: record.sessionId,
      notes: { text: '', rev: 0 },
      annotate: (annotation) => link.get().annotate(annotation),
      async save(...call) {
        await signedIn.wait();
        return await deps.server.saveNotes(...call);
      },
      timings: deps.timings,
      onChange() {},
    });
    part.begin({ ...record });
    const { id } = record;
    const finale = createFinale({
      ...deps,
      recorder: link.get,
      reviving: link.reviving,
      signedIn,
      // Nobody here has heard it: what lies there is measured.
      sound: () => Promise.resolve(null),
      current: () => part,
      onStage: (stage) => change(id, { stage }),
      onProblem: (problem) => change(id, { problem }),
    });
    const work = { part, finale };
    works.set(id, work);
    scope.use(part);
    scope.use(finale);
    return work;
  }

  async function bring(kept: KeptRecording): Promise<void> {
    const { record } = kept;
    const { id } = record;
    const code = itemOf(id)?.problem?.code ?? '';
    const { part, finale } = workFor(kept);
    change(id, { isBusy: true, problem: null, stage: 'uploading' });
    try {
      part.finished ??= await link.get().deliver(id);
      // Written without a connection, perhaps: the server gets the notes before the copy here goes.
      if (record.notes !== '') part.setNotes(record.notes);
      await finale.mend(code);
      await finale.deliverAll([part]);
      const { sessionId, finished } = part;
      if (sessionId && finished) {
        state.delivered = ref([...state.delivered, { id, sessionId, durationS: finished.durationS }]);
      }
      works.delete(id);
      state.items = state.items.filter(({ kept }) => kept.record.id !== id);
    } catch (error) {
      if (scope.signal.aborted) return;
      deps.onFailure('deliver', error);
      change(id, { isBusy: false, stage: 'kept', problem: problemOf(error) });
    }
  }

  const delivery: Delivery = {
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
      const work = works.get(id);
      works.delete(id);
      work?.finale[Symbol.dispose]();
      work?.part[Symbol.dispose]();
      await link.get().remove(id);
      state.items = state.items.filter(({ kept }) => kept.record.id !== id);
    },
    retryNow() {
      for (const { finale } of works.values()) finale.hurry();
      quietly('retry', link.get().retryNow());
    },
    stopSending: () => quietly('stop', link.get().stopSending()),
    resumeSending: () => quietly('resume', link.get().resumeSending()),
    isBusy: () => running.size > 0,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
  return delivery;
}

const itemFor = (kept: KeptRecording, problem: KeptItem['problem']): KeptItem => ({
  kept: ref(kept),
  isBusy: false,
  stage: 'kept',
  send: null,
  problem,
});

const byStart = (a: KeptItem, b: KeptItem) => a.kept.record.startedAtMs - b.kept.record.startedAtMs;
