import { ref } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createPart, type Part } from './part.ts';
import type { RecordingDeps } from './recording-deps.ts';
import type { RecordingState } from './recording.rules.ts';
import type { SignedIn } from './signed-in.ts';

/** The recordings that one became: the first, and another one after each longest length. */
export type Parts = Disposable & {
  all(): readonly Part[];
  /** The one that is recorded. */
  current(): Part;
  at(index: number): Part;
  /** From now on the next one is recorded. */
  next(): void;
  /** Its sound begins. */
  begin(record: RecordingRecord): void;
  /** Makes the session of a part that began without one; once, unless it failed. */
  session(recordId: string, draft: RecordingRecord['session']): Promise<string>;
  /** A recording got this session. */
  settle(recordId: string, sessionId: string): void;
};

type PartsInput = {
  deps: Pick<RecordingDeps, 'session' | 'server' | 'timings'>;
  state: RecordingState;
  signedIn: SignedIn;
  recorder(): Recorder;
};

/** Keeps the parts and shows the current one's markers, notes and session in the state. */
export function createParts({ deps, state, signedIn, recorder }: PartsInput): Parts {
  const { session, server, timings } = deps;
  const scope = createScope();
  const parts: Part[] = [];
  const sessions = new Map<string, Promise<string>>();
  let current = 0;

  function show(part: Part): void {
    if (part.index !== current || scope.signal.aborted) return;
    state.markers = ref([...part.markers]);
    state.dictated = ref([...part.dictated]);
    state.notes = part.notes;
    state.notesSaved = part.notesSaved();
    state.sessionId = part.sessionId ?? state.sessionId;
  }

  function at(index: number): Part {
    const known = parts[index];
    if (known) return known;
    const part: Part = createPart({
      index,
      sessionId: index === 0 ? session.id : null,
      notes: index === 0 ? session.notes : { text: '', rev: 0 },
      annotate: (change) => recorder().annotate(change),
      async save(...call) {
        await signedIn.wait();
        return await server.saveNotes(...call);
      },
      timings,
      onChange: () => show(part),
    });
    parts[index] = part;
    return scope.use(part);
  }

  function settle(recordId: string, sessionId: string): void {
    parts.find(({ record }) => record?.id === recordId)?.toSession(sessionId);
  }

  return {
    all: () => parts,
    current: () => at(current),
    at,
    next() {
      current += 1;
    },
    begin(record) {
      at(current).begin(record);
      // The session may have been made before the page was told of the recording.
      sessions.get(record.id)?.then(
        (sessionId) => settle(record.id, sessionId),
        () => {},
      );
    },
    session(recordId, draft) {
      const known = sessions.get(recordId);
      if (known) return known;
      const made = signedIn.wait().then(() => server.createSession(draft, scope.signal));
      sessions.set(recordId, made);
      made.then(
        (sessionId) => settle(recordId, sessionId),
        () => sessions.delete(recordId),
      );
      return made;
    },
    settle,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
