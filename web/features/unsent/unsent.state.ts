import { proxy } from 'valtio';
import type { KeptNotes } from '#web/features/notes/index.ts';
import type { KeptEdits } from '#web/features/transcript/index.ts';
import type { TabKey } from '#web/lib/tab-outbox.ts';

export type Unsent = {
  notes: boolean;
  edits: boolean;
  /** True if the person has to open the session and choose. */
  asks: boolean;
};

/** Texts of a session that were never sent, and cannot be sent any more because the session was deleted. */
export type Stranded = {
  session: string;
  notes: readonly string[];
  edits: readonly string[];
};

type UnsentState = { sessions: Record<string, Unsent>; stranded: readonly Stranded[] };

export const unsentState = proxy<UnsentState>({ sessions: {}, stranded: [] });

/** Deletes the entries of a deleted session from the device. Resolves with a function that restores them. */
type Discard = (session: string) => Promise<() => Promise<void>>;

let discard: Discard | null = null;

/** Sets the implementation of `discardStranded`; null after a sign-out. */
export function setDiscard(by: Discard | null): void {
  discard = by;
}

export const discardStranded = (session: string) => discard?.(session) ?? null;

type Entries = { notes: readonly (KeptNotes & TabKey)[]; edits: readonly (KeptEdits & TabKey)[] };

function textsOf({ edits, conflicts }: KeptEdits): string[] {
  const own = edits.flatMap(({ op }) =>
    op.op === 'text' || op.op === 'insert' ? [op.text] : op.op === 'speaker' ? [op.name] : [],
  );
  return [...conflicts.map(({ mine }) => mine), ...own].filter((text) => text.trim() !== '');
}

export function unsentOf({ notes, edits }: Entries): UnsentState {
  const state: UnsentState = { sessions: {}, stranded: [] };
  const stranded = new Map<string, { notes: string[]; edits: string[] }>();
  const strandedOf = (session: string) => {
    const there = stranded.get(session) ?? { notes: [], edits: [] };
    stranded.set(session, there);
    return there;
  };
  const unsent = (session: string) =>
    (state.sessions[session] ??= { notes: false, edits: false, asks: false });
  for (const { session, text, asks, isGone } of notes) {
    if (isGone) strandedOf(session).notes.push(text);
    else Object.assign(unsent(session), { notes: true }, asks ? { asks } : {});
  }
  for (const { session, isGone, ...kept } of edits) {
    if (isGone) strandedOf(session).edits.push(...textsOf(kept));
    else {
      const asks = kept.asks || kept.conflicts.length > 0;
      Object.assign(unsent(session), { edits: true }, asks ? { asks } : {});
    }
  }
  return { ...state, stranded: [...stranded].map(([session, texts]) => ({ session, ...texts })) };
}
