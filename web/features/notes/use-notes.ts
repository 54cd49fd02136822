import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { SessionDetail } from '#api/contract/session.ts';
import { saveNotes } from '#web/parts/session/session.state.ts';
import { idsOfOwner, refuseOtherPerson, userState } from '#web/features/user/index.ts';
import { createLeases } from '#web/lib/lease.ts';
import { sleep, timings } from '#web/lib/time.ts';
import { createNotesOutbox } from './notes-store.ts';
import { createNotes, type Notes } from './notes.state.ts';

/** Time after which notes are disposed of if no screen shows them, ms. */
const unseenMs = 5 * 60_000;
/**
 * Time for which the screen waits for notes that are stored on this device, ms. If they arrive later, they are added
 * then.
 */
const patienceMs = 500;

/** The notes of each session that is open. All screens of a session share one draft, also after a short visit to another page. */
export const openNotes = createLeases<Notes>(unseenMs);

subscribeKey(userState, 'user', (user) => {
  if (!user) openNotes.closeUnseen();
});

/** Returns the notes of a session; null while notes stored on this device are being read. */
export function useNotes(session: SessionDetail): Notes | null {
  const { id, user_id: owner, notes } = session;
  const client = useQueryClient();
  const [editor, setEditor] = useState<Notes | null>(null);
  const current = useEffectEvent(() => notes);

  useEffect(() => {
    const lease = openNotes.lease(`${owner} ${id}`, () => open(client, { id, owner, notes: current() }));
    const { value } = lease;
    let isLeft = false;
    const show = async () => {
      await Promise.race([value?.looked, sleep(patienceMs)]);
      if (!isLeft) setEditor(value);
    };
    void show();
    return () => {
      isLeft = true;
      setEditor(null);
      value?.flush().catch(() => {});
      lease[Symbol.dispose]();
    };
  }, [client, id, owner]);

  useEffect(() => {
    editor?.meet(notes);
  }, [editor, notes]);
  return editor;
}

type Opened = { id: string; owner: string; notes: SessionDetail['notes'] };

function open(client: QueryClient, { id, owner, notes }: Opened): Notes {
  return createNotes({
    notes,
    outbox: createNotesOutbox(() => idsOfOwner(owner), id, crypto.randomUUID()),
    send(text, isLast) {
      refuseOtherPerson(owner);
      return saveNotes(client, id, text, isLast);
    },
    timings: {
      ...timings,
      keepNotesMs: timings.keepEditsMs,
      againMs: timings.sessionPollMs,
    },
    page: { window, document },
  });
}
