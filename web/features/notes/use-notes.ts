import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { SessionDetail } from '#api/contract/session.ts';
import { saveNotes } from '#web/features/session/session.state.ts';
import { idsOf, userState } from '#web/features/user/user.state.ts';
import { ApiError } from '#web/lib/http.ts';
import { createLeases } from '#web/lib/lease.ts';
import { sleep, timings } from '#web/lib/time.ts';
import { createNotesOutbox } from './kept-notes.ts';
import { createNotes, type Notes } from './notes.state.ts';

/** Notes that nobody looks at any more go after so long, ms. */
const unseenMs = 5 * 60_000;
/** So long the screen waits for what this device has kept, ms; later it comes by itself. */
const patienceMs = 500;

/** What is written at two places of the page, or before and after a look at another tab, is one text. */
export const openNotes = createLeases<Notes>(unseenMs);

subscribeKey(userState, 'user', (user) => {
  if (!user) openNotes.closeUnseen();
});

/** The notes of a session; null for the moment in which it is looked up what this device has kept of them. */
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
    outbox: createNotesOutbox(() => [owner, ...idsOf(userState.user)], id, crypto.randomUUID()),
    send(text, isLast) {
      // what somebody else would send is not theirs
      if (userState.user && !idsOf(userState.user).includes(owner)) throw new ApiError('network.failed', 0);
      return saveNotes(client, id, text, isLast && text.text.length < maxLastLength);
    },
    timings: {
      ...timings,
      keepNotesMs: timings.keepEditsMs,
      againMs: timings.sessionPollMs,
    },
    page: { window, document },
  });
}

// what outlives a page has 64 KiB (Fetch standard, keepalive); a character may have three bytes
const maxLastLength = 20_000;
