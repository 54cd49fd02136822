import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadAudio } from '#web/features/player/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isAbort } from '#web/lib/http.ts';
import { createScope } from '#web/lib/scope.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { toasts } from '#web/parts/page/toasts.ts';

/**
 * Downloads a session's audio file. A failure shows a toast. If the person leaves the screen, a download that has not
 * begun is cancelled.
 */
export function useDownload(sessionId: string) {
  const { t } = useTranslation();
  const scope = useOwned(sessionId, createScope);
  const [isPending, setPending] = useState(false);
  return {
    isPending,
    async start() {
      if (!scope || isPending) return;
      setPending(true);
      try {
        await downloadAudio(sessionId, scope.signal);
      } catch (error) {
        if (isAbort(error)) return;
        toasts.add({ kind: 'error', text: `${t('player.downloadFailed')}. ${errorSentence(t, error)}` });
      } finally {
        setPending(false);
      }
    },
  };
}
