import { useEffect, useEffectEvent, useState } from 'react';
import type { SessionDetail } from '#api/contract/session.ts';
import { useSaveNotes } from '#web/features/session/session.state.ts';
import { log } from '#web/lib/log.ts';
import { timings } from '#web/lib/time.ts';
import { createNotesKeeper } from './kept-notes.ts';
import { createNotes, type Notes } from './notes.state.ts';

/** Lives as long as the page. */
const keeper = createNotesKeeper();

/** A pause in writing after which it is on this device, ms. */
const keepAfterMs = 250;

/** The notes of a session; null for the moment in which it is looked up what this device has kept of them. */
export function useNotes(session: SessionDetail): Notes | null {
  const { id, user_id: userId, notes } = session;
  const [editor, setEditor] = useState<Notes | null>(null);
  const send = useEffectEvent(useSaveNotes(id));
  const current = useEffectEvent(() => notes);

  useEffect(() => {
    const key = { userId, sessionId: id };
    let made: Notes | null = null;
    let isLeft = false;
    const make = (kept: Awaited<ReturnType<typeof keeper.read>>) => {
      if (isLeft) return;
      made = createNotes({
        notes: current(),
        kept,
        send: (text) => send(text),
        keep: (text) => keeper.write(key, text),
        keepAfterMs,
        sendAfterMs: timings.saveNotesMs,
        againMs: timings.sessionPollMs,
        window,
      });
      setEditor(made);
    };
    keeper.read(key).then(make, (error: unknown) => {
      log.warn('notes.not_read', { error: String(error) });
      make(null);
    });
    return () => {
      isLeft = true;
      setEditor(null);
      made?.[Symbol.dispose]();
    };
  }, [id, userId]);

  useEffect(() => {
    editor?.meet(notes);
  }, [editor, notes]);
  return editor;
}
