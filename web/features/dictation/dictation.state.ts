import { proxy } from 'valtio';
import { createAvailability } from './availability.ts';
import type { Dictation, DictationInput, DictationState } from './dictation.ts';
import { createDraftListening } from './draft-listening.ts';
import { createListening } from './listening.ts';

export type { Dictation, DictationInput, DictationState } from './dictation.ts';

export function createDictation(input: DictationInput): Dictation {
  const state = proxy<DictationState>({
    status: 'off',
    isLocal: false,
    isDraft: false,
    problem: null,
    canInstall: false,
    interim: '',
  });
  const availability = createAvailability(input, state);
  const listening = createListening({ ...input, state, availability });
  const drafting = createDraftListening({ ...input, state });

  return {
    state,
    check: availability.check,
    async start() {
      await listening.start();
      if (state.isDraft) drafting.start();
    },
    stop() {
      listening.stop();
      drafting.stop();
    },
    agree() {
      input.agreement.give();
      void availability.check();
    },
    async install() {
      if (!state.canInstall) return;
      state.status = 'installing';
      const isInstalled = await availability.install();
      state.status = 'off';
      await availability.check();
      if (!isInstalled && state.problem !== null) state.problem = 'failed';
    },
    [Symbol.dispose]() {
      drafting[Symbol.dispose]();
      listening[Symbol.dispose]();
    },
  };
}
