import { createScope } from '#web/lib/scope.ts';
import { isAbort } from '#web/lib/api-error.ts';
import type { SaveNotes } from '#web/features/recording/server/server-port.ts';
import { mergedNotes } from './merge-notes.rules.ts';

export type NotesSync = Disposable & {
  /** True if the server’s notes may differ: a change is unsaved, or a request got no answer. */
  isPending(): boolean;
  set(text: string): void;
  /** Sends unsaved notes now. Rejects with the error of the call. */
  flush(): Promise<void>;
};

type NotesSyncInput = {
  save: SaveNotes;
  sessionId(): string | null;
  text: string;
  rev: number;
  /** Delay between a change and saving it, ms. */
  afterMs: number;
  /** Delay before a failed save is repeated, ms. */
  againMs: number;
  onSaved(): void;
  /** Called when notes that were written elsewhere were put before those that were written here. */
  onMerged(text: string): void;
};

/** Largest number of sent texts without an answer that are remembered: the first `maxSent - 1` and the last one. */
const maxSent = 50;

/**
 * Saves notes on the server while they are written. After a conflict both texts stay, that of the server above the one
 * from here.
 */
export function createNotesSync(input: NotesSyncInput): NotesSync {
  const scope = createScope();
  let wanted = input.text;
  let saved = input.text;
  let rev = input.rev;
  /** The texts whose requests got no answer. The server may have any one of them. */
  let sent: readonly string[] = [];
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));

  const isPending = (): boolean => wanted !== saved || sent.length > 0;

  async function save(): Promise<void> {
    while (isPending()) {
      const sessionId = input.sessionId();
      if (sessionId === null) throw new Error('There is no session yet.');
      const text = wanted;
      sent = [...new Set([...sent.slice(0, maxSent - 1), text])];
      const answer = await input.save(sessionId, { text, base: rev }, scope.signal);
      const tried = sent;
      sent = [];
      if ('rev' in answer) {
        rev = answer.rev;
        saved = text;
        continue;
      }
      const { have } = answer;
      rev = have.rev;
      // True if the server's text comes from here. Either the answer to its save was lost, or it is the text that was
      // saved before.
      const isOurs = tried.includes(have.text) || have.text === saved;
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
    isPending,
    set(text) {
      wanted = text;
      if (isPending()) later(input.afterMs);
    },
    async flush() {
      if (running) await running;
      if (isPending()) await run();
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
