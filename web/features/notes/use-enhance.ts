import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EnhancedNotes } from '#api/contract/notes.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { api } from '#web/lib/http.ts';
import { toasts } from '#web/shell/toasts.ts';
import type { Notes } from './notes.state.ts';

/** `from`: the text that it was made of. */
export type Proposal = EnhancedNotes & { from: string };

export type Enhance = {
  proposal: Proposal | null;
  isAsking: boolean;
  ask(): Promise<void>;
  take(proposal: Proposal): void;
  leave(): void;
};

/** Asks for notes in order; nothing is replaced unless it is taken, and that can be undone. */
export function useEnhance(sessionId: string, notes: Notes): Enhance {
  const { t } = useTranslation();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [isAsking, setAsking] = useState(false);
  const propose = async () => {
    await notes.flush();
    const { text } = notes.state.draft;
    const response = await api.v1.sessions[':id']['enhance-notes'].$post({ param: { id: sessionId } });
    const enhanced = await response.json();
    if (enhanced.text === text) toasts.add({ kind: 'info', text: t('notes.enhance.same') });
    else setProposal({ ...enhanced, from: text });
  };
  return {
    proposal,
    isAsking,
    async ask() {
      if (notes.state.draft.text.trim() === '') {
        toasts.add({ kind: 'info', text: t('error.notes.nothing_to_enhance') });
        return;
      }
      setAsking(true);
      try {
        await propose();
      } catch (error) {
        toasts.add({ kind: 'error', text: `${t('notes.enhance.failed')} ${errorSentence(t, error)}` });
      } finally {
        setAsking(false);
      }
    },
    take(taken) {
      notes.write(taken.text);
      setProposal(null);
      toasts.add({
        kind: 'info',
        text: t('notes.enhance.taken'),
        action: {
          label: t('notes.enhance.undo'),
          // Unless somebody has gone on writing since.
          run: () => notes.state.draft.text === taken.text && notes.write(taken.from),
        },
      });
    },
    leave: () => setProposal(null),
  };
}
