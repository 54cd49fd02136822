import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { removeUnused } from '#web/features/session/create/remove-discarded.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';

/** Where the screen of a session goes because of its pairing. */
export function usePairedScreen(session: Pick<SessionDetail, 'id' | 'title' | 'notes'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  const client = useQueryClient();
  return {
    /** Removes the session that was made for a phone that did not come, unless the person has used it otherwise. */
    async remove(): Promise<void> {
      const { id, title, notes } = session;
      if (title !== t('create.defaultName')) return;
      if (!(await removeUnused({ id, title, notes: notes.text }))) return;
      await client.invalidateQueries({ queryKey: sessionListKey });
      // The person may be on another screen by now.
      if (router.state.location.pathname === `/library/${id}`)
        await navigate({ to: '/library', replace: true });
    },
    /** Follows the phone into the session in which it goes on. */
    follow(sessionId: string): void {
      void navigate({
        to: '/library/$id',
        params: { id: sessionId },
        search: { mode: 'record' },
        replace: true,
      });
    },
  };
}
