import { conflictOf } from './notes.rules.ts';
import type { KeptNotes } from './notes-store.ts';

type SendNotesDeps = {
  send(notes: { text: string; base: number }): Promise<unknown>;
  /**
   * Stores the notes before they are sent. If the answer is lost, `sent` shows that the text on the server came from
   * this device.
   */
  keep(kept: KeptNotes): Promise<void>;
};

/**
 * Sends unsent notes of a closed tab while no tab shows their session. Returns null if the server has them. If the notes on the
 * server have changed meanwhile, returns the unsent notes marked with `asks`, because the person must choose. If the unsent notes
 * are the former text again, the person has changed nothing, and the notes of the server stay (null). Rejects as `send` does.
 */
export async function sendNotes(kept: KeptNotes, deps: SendNotesDeps): Promise<KeptNotes | null> {
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
      if (!sent.includes(have.text) || have.rev === base.rev)
        return text === kept.base.text ? null : { ...kept, sent, asks: true };
      base = have;
    }
  }
}
