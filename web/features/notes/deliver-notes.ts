import { conflictOf } from './notes.rules.ts';
import type { KeptNotes } from './kept-notes.ts';

type DeliverNotesDeps = {
  send(notes: { text: string; base: number }): Promise<unknown>;
  /** Before anything is sent: an answer that is lost must not look like somebody else's text. */
  keep(kept: KeptNotes): Promise<void>;
};

/**
 * Brings notes to the server that a tab has left, without a screen. Null: it has them. Where somebody else has written
 * meanwhile they are answered as they are, marked as a question for a person. Rejects as the call does.
 */
export async function deliverNotes(kept: KeptNotes, deps: DeliverNotesDeps): Promise<KeptNotes | null> {
  const { text } = kept;
  let { base } = kept;
  const sent = [...new Set([...(kept.sent ?? []), text])];
  await deps.keep({ ...kept, sent });
  for (;;) {
    try {
      await deps.send({ text, base: base.rev });
      return null;
    } catch (error) {
      const have = conflictOf(error);
      if (!have) throw error;
      if (have.text === text) return null;
      if (!sent.includes(have.text) || have.rev === base.rev) return { ...kept, sent, asks: true };
      base = have;
    }
  }
}
