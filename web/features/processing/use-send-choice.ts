import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { firstNew, toRequests, type Choice } from './process-choice.rules.ts';
import { labelsOf } from './processing.rules.ts';
import { useProcess } from './processing.state.ts';

/**
 * Returns `send`, which sends the choice. `onSent` is called with the label of the first new or renewed tab; null if
 * there is none. `send` resolves with null, or with the rest of the choice if the server accepted only a part of it.
 */
export function useSendChoice(session: SessionDetail, onSent: (label: string | null) => void) {
  const { t } = useTranslation();
  const process = useProcess(session.id);
  const [state, setState] = useState<{ isPending: boolean; error: unknown; isPartly: boolean }>({
    isPending: false,
    error: null,
    isPartly: false,
  });
  const send = async (choice: Choice): Promise<Choice | null> => {
    const { made, asked } = toRequests(choice, session);
    setState({ isPending: true, error: null, isPartly: false });
    let isMade = false;
    try {
      let after = session;
      if (made) after = await process.mutateAsync(made);
      isMade = made !== null;
      if (asked) after = await process.mutateAsync(asked);
      const count = (made ? labelsOf(made).length : 0) + (asked ? 1 : 0);
      if (count > 0) toasts.add({ kind: 'info', text: t('processing.dialog.started', { count }) });
      setState({ isPending: false, error: null, isPartly: false });
      onSent(firstNew(session, after));
      return null;
    } catch (error) {
      setState({ isPending: false, error, isPartly: isMade });
      return isMade ? { ...choice, options: new Set(), corrections: new Set() } : null;
    }
  };
  return { ...state, send };
}
