import type { SessionDraft } from '#api/contract/session.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { SignInGate } from '#web/features/recording/server/sign-in-gate.ts';
import type {
  Recording,
  RecordingState,
  SessionWords,
} from '#web/features/recording/state/recording.rules.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { InBackground } from './background.ts';

type DescribingInput = {
  deps: Pick<RecordingDeps, 'session' | 'kept' | 'timings'> & {
    server: Pick<RecordingDeps['server'], 'describeSession'>;
  };
  state: Pick<RecordingState, 'title' | 'language'>;
  segments: Pick<RecordingSegments, 'all' | 'current'>;
  recorder(): Recorder;
  signedIn: Pick<SignInGate, 'wait'>;
  inBackground: InBackground;
};

export type Describing = Disposable & {
  /** Actions of the person. */
  readonly actions: Pick<Recording, 'describe' | 'settleWords'>;
  /** Returns what the session of the recording is created from, if there is none. */
  sessionDraft(): SessionDraft;
};

/**
 * Name and language of the session, changed while it is recorded. They are stored with the recording at once, because the
 * session may be created much later, and by another tab. The server gets them as soon as there is a session.
 */
export function createDescribing(input: DescribingInput): Describing {
  const { deps, state, segments } = input;
  const { annotateAfterMs, notesAfterMs, notesAgainMs } = deps.timings;
  const scope = createScope();
  /** Changes that the server may not have yet, by segment. */
  const unsent = new Map<RecordingSegment, Partial<SessionWords>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  scope.defer(() => [timer, storeTimer].forEach(clearTimeout));

  const sessionDraft = (): SessionDraft => {
    const { title, language } = state;
    return { ...(deps.kept?.record.session ?? deps.session.draft), title: title.trim(), language };
  };

  async function sendOne(segment: RecordingSegment, words: Partial<SessionWords>): Promise<void> {
    if (segment.sessionId === null) return;
    try {
      await input.signedIn.wait();
      await deps.server.describeSession(segment.sessionId, words, scope.signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    if (unsent.get(segment) === words) unsent.delete(segment);
  }

  async function send(): Promise<void> {
    try {
      for (const [segment, words] of Array.from(unsent)) await sendOne(segment, words);
    } catch {
      // There is no connection. The words are sent later.
    }
    if (unsent.size > 0) later(notesAgainMs);
  }

  function sendNow(): Promise<void> {
    clearTimeout(timer);
    sending ??= send().finally(() => (sending = null));
    return sending;
  }

  function later(ms: number): void {
    clearTimeout(timer);
    if (!scope.signal.aborted) timer = setTimeout(() => void sendNow(), ms);
  }

  function storeSoon({ record }: RecordingSegment): void {
    clearTimeout(storeTimer);
    const store = () => {
      if (record)
        input.inBackground('describe', input.recorder().annotate({ id: record.id, session: record.session }));
    };
    storeTimer = setTimeout(store, annotateAfterMs);
  }

  const actions: Describing['actions'] = {
    describe(change) {
      Object.assign(state, change);
      const segment = segments.current();
      const { record } = segment;
      if (!record) return;
      const words = change.title === undefined ? change : { ...change, title: change.title.trim() };
      record.session = { ...record.session, ...words };
      storeSoon(segment);
      // Only what was changed here is sent: the session may have got another name elsewhere.
      unsent.set(segment, { ...unsent.get(segment), ...words });
      later(notesAfterMs);
    },
    async settleWords() {
      await sending;
      if (unsent.size > 0) await sendNow();
    },
  };
  return { actions, sessionDraft, [Symbol.dispose]: () => scope[Symbol.dispose]() };
}

/** True if the server has refused the words for good, for example because the session was deleted. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 429;
