import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { createNotesStore } from '#web/features/notes/index.ts';
import { endRecovery } from '#web/features/recording/index.ts';
import { createEditStore } from '#web/features/transcript/index.ts';
import { idsOf, userState } from '#web/features/user/index.ts';
import type { TabStore } from '#web/lib/tab-outbox.ts';
import { removeClosedRecordings } from '#web/parts/account/closed-recordings.ts';
import { countKept } from '#workers/keep/keep.client.ts';
import { countKeptRecordings } from '#workers/recorder/kept-recordings.client.ts';

/** Numbers of recordings and files of the person that this device has not sent yet, also those of other tabs and earlier visits. */
export type UnsentHere = { recordings: number; files: number };

/** Counts what is not sent yet. It is counted again when the person comes back from another tab. */
export function useUnsentHere(isWanted: boolean) {
  const { user } = useSnapshot(userState);
  const ids = user ? idsOf(user) : [];
  return useQuery({
    queryKey: ['account', 'unsent', ...ids],
    queryFn: async (): Promise<UnsentHere> => {
      const [recordings, files] = await Promise.all([countKeptRecordings(ids), countKept(ids)]);
      return { recordings, files };
    },
    enabled: isWanted,
    // The count of an earlier question is not shown.
    gcTime: 0,
    staleTime: 0,
  });
}

/**
 * Removes from this device what the person with these ids has not sent, because their account is closed. Their files are removed by
 * the sign-out.
 */
export async function removeUnsentHere(userIds: readonly string[]): Promise<void> {
  endRecovery();
  await Promise.all([
    removeClosedRecordings(userIds),
    removeTexts(createNotesStore(), userIds),
    removeTexts(createEditStore(), userIds),
  ]);
}

async function removeTexts(opened: TabStore<object>, userIds: readonly string[]): Promise<void> {
  using store = opened;
  try {
    for (const userId of userIds) await store.write({ remove: await store.list(userId) });
  } catch {
    // The browser denies storage, so nothing was stored.
  }
}
