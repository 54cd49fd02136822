import type { DictationInput, DictationState, DraftedTexts } from './dictation.ts';

type DraftListeningDeps = Pick<DictationInput, 'draft' | 'onText'> & { state: DictationState };

/** Dictates with the draft of a model on this device. */
export function createDraftListening({ draft, onText, state }: DraftListeningDeps) {
  let stopFollowing: (() => void) | null = null;

  function hear({ texts, interim, hasFailed }: DraftedTexts): void {
    for (const text of texts) onText(text);
    // The browser recognises the speech now. The state is its state.
    if (!state.isDraft && state.status !== 'off') return;
    state.interim = interim;
    if (state.status === 'off') return;
    state.problem = hasFailed ? 'failed' : null;
    state.status = hasFailed ? 'off' : 'listening';
  }

  return {
    start(): void {
      state.status = 'listening';
      draft.start();
      stopFollowing ??= draft.onChange(hear);
    },
    /** Texts that are written later, of sound from before, are still passed to `onText`. */
    stop(): void {
      if (stopFollowing) state.status = 'off';
    },
    [Symbol.dispose](): void {
      stopFollowing?.();
    },
  };
}
