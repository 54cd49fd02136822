import { subscribe } from 'valtio';
import type { Recording } from '#web/features/recording/index.ts';
import type { DictatedText } from '#workers/store/store.contract.ts';
import type { DictationDraft, DraftedTexts } from './dictation.ts';

/** Times that differ by less than this count as the same, s. */
const sameS = 0.001;

/** Returns the texts of a recording's draft as a dictation takes them. */
export const dictationDraftOf = ({ draft, state }: Pick<Recording, 'draft' | 'state'>): DictationDraft => ({
  isReady() {
    const { status, before, run } = draft.state;
    // A text that was begun in another way goes on in that way, because a session has one draft only.
    const isOwn = state.dictated.length === 0 || before.length > 0 || run !== null;
    return (status === 'idle' || status === 'on') && isOwn;
  },
  start() {
    draft.want(true);
    draft.goOn();
  },
  onChange(listener) {
    const tell = () => listener(writtenOf(draft.state, state.dictated));
    tell();
    return subscribe(draft.state, tell);
  },
});

function writtenOf(
  { status, before, run }: Recording['draft']['state'],
  dictated: readonly DictatedText[],
): DraftedTexts {
  // The model was removed, or drafts were switched off.
  const isGone = status === 'none' || status === 'off';
  // The last words of a recording that has ended do not belong to the one that is shown.
  if (status !== 'on' || !run) return { texts: [], interim: '', hasFailed: isGone };
  const { segments, firm, rest } = run.text;
  const knownUpToS = (dictated.at(-1)?.end ?? 0) + sameS;
  return {
    texts: [...before, ...segments]
      .filter(({ end, text }) => end > knownUpToS && text.trim() !== '')
      .map(({ start, end, text }) => ({ start, end, text: text.trim() })),
    interim: [...firm, ...rest].map(({ text }) => text.trim()).join(' '),
    hasFailed: run.status === 'failed',
  };
}
