import { createScope } from '#web/lib/scope.ts';
import { isAbort } from '#web/lib/api-error.ts';
import { mergedNotes } from './merge-notes.rules.ts';

/** Of `PATCH /api/v1/sessions/{id}`: the new revision, or what stands there where somebody else wrote meanwhile. */
export type NotesAnswer = { rev: number } | { have: { text: string; rev: number } };
export type SaveNotes = (
  sessionId: string,
  notes: { text: string; base: number },
  signal: AbortSignal,
) => Promise<NotesAnswer>;

export type NotesSync = Disposable & {
  set(text: string): void;
  /** All that was written is on the server. Rejects as the call does. */
  flush(): Promise<void>;
};

type NotesSyncInput = {
  save: SaveNotes;
  /** Null: there is no session yet. */
  sessionId(): string | null;
  /** Of the notes as they were before. */
  text: string;
  rev: number;
  afterMs: number;
  /** A failed saving is tried again after so long. */
  againMs: number;
  onSaved(): void;
  /** What was written elsewhere was put before what was written here. */
  onMerged(text: string): void;
};

/** Brings notes to the server while they are written. What was written elsewhere meanwhile is kept, above ours. */
export function createNotesSync(input: NotesSyncInput): NotesSync {
  const scope = createScope();
  let wanted = input.text;
  let saved = input.text;
  let rev = input.rev;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  async function save(): Promise<void> {
    while (wanted !== saved) {
      const sessionId = input.sessionId();
      if (sessionId === null) throw new Error('There is no session yet.');
      const text = wanted;
      const answer = await input.save(sessionId, { text, base: rev }, scope.signal);
      if ('rev' in answer) {
        rev = answer.rev;
        saved = text;
        continue;
      }
      const { have } = answer;
      rev = have.rev;
      // An answer of ours that was lost, or an older state of ours, is no other's writing.
      const isOurs = have.text === text || have.text === saved;
      saved = have.text;
      if (isOurs || wanted.includes(have.text)) continue;
      wanted = mergedNotes(have.text, wanted);
      input.onMerged(wanted);
    }
    input.onSaved();
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= save().finally(() => {
      running = null;
    });
    return running;
  }

  function later(ms: number): void {
    clearTimeout(timer);
    if (scope.signal.aborted) return;
    timer = setTimeout(() => {
      run().catch((error: unknown) => {
        if (!isAbort(error)) later(input.againMs);
      });
    }, ms);
  }

  return {
    set(text) {
      wanted = text;
      if (wanted !== saved) later(input.afterMs);
    },
    async flush() {
      if (running) await running;
      if (wanted !== saved) await run();
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
