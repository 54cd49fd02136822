import { proxy } from 'valtio';
import { createAvailability } from './availability.ts';
import type { Dictation, DictationInput, DictationState } from './dictation.ts';
import { createListening } from './listening.ts';

export type { Dictation, DictationInput, DictationState } from './dictation.ts';

export function createDictation(input: DictationInput): Dictation {
  const state = proxy<DictationState>({
    status: 'off',
    isLocal: false,
    problem: null,
    canInstall: false,
    interim: '',
  });
  const availability = createAvailability(input, state);
  const listening = createListening({ ...input, state, availability });

  return {
    state,
    check: availability.check,
    start: listening.start,
    stop: listening.stop,
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
    [Symbol.dispose]: () => listening[Symbol.dispose](),
  };
}
