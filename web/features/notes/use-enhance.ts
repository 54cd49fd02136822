import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnhancedNotes } from '#api/contract/notes.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { api, isAbort } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { modelSentence } from './notes.rules.ts';
import type { Notes } from './notes.state.ts';

/** `from`: the notes that the proposal was made from. */
export type Proposal = EnhancedNotes & { from: string };

export type Enhance = {
  proposal: Proposal | null;
  /**
   * Whether a request is running. After `timings.slowAnswerMs` this is `long`, because a language model can take
   * minutes.
   */
  asking: 'no' | 'short' | 'long';
  ask(): Promise<void>;
  cancel(): void;
  take(proposal: Proposal): void;
  leave(): void;
};

/** Requests enhanced notes from the server. They replace the notes only if the person accepts them, and that can be undone. */
export function useEnhance(sessionId: string, notes: Notes): Enhance {
  const { t } = useTranslation();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [asking, setAsking] = useState<Enhance['asking']>('no');
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const propose = async (signal: AbortSignal) => {
    await notes.flush();
    const { text } = notes.state.draft;
    const call = api.v1.sessions[':id']['enhance-notes'];
    const response = await call.$post({ param: { id: sessionId } }, { init: { signal } });
    const enhanced = await response.json();
    if (enhanced.text !== text) setProposal({ ...enhanced, from: text });
    else if (enhanced.model_error === null) toasts.add({ kind: 'info', text: t('notes.enhance.same') });
    else toasts.add({ kind: 'error', text: modelSentence(t, enhanced.model_error) });
  };
  return {
    proposal,
    asking,
    async ask() {
      if (notes.state.draft.text.trim() === '') {
        toasts.add({ kind: 'info', text: t('error.notes.nothing_to_enhance') });
        return;
      }
      const going = new AbortController();
      leaving.current = going;
      setAsking('short');
      const timer = setTimeout(() => setAsking('long'), timings.slowAnswerMs);
      try {
        await propose(going.signal);
      } catch (error) {
        if (!isAbort(error))
          toasts.add({ kind: 'error', text: `${t('notes.enhance.failed')} ${errorSentence(t, error)}` });
      } finally {
        clearTimeout(timer);
        setAsking('no');
      }
    },
    cancel: () => leaving.current?.abort(),
    take(taken) {
      notes.write(taken.text);
      setProposal(null);
      toasts.add({
        kind: 'info',
        text: t('notes.enhance.taken'),
        action: {
          label: t('notes.enhance.undo'),
          // The replacement can be undone only while the notes have not changed after it.
          run: () => notes.state.draft.text === taken.text && notes.write(taken.from),
        },
      });
    },
    leave: () => setProposal(null),
  };
}
