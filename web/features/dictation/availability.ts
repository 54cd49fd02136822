import { recognitionMode } from './dictation.rules.ts';
import type { DictationInput, DictationState } from './dictation.ts';
import { localAvailability } from './recognition.ts';

type AvailabilityInput = Pick<
  DictationInput,
  'recognition' | 'draft' | 'tags' | 'isRemoteAllowed' | 'agreement'
>;
type AvailabilityState = Pick<DictationState, 'isLocal' | 'isDraft' | 'problem' | 'canInstall'>;

export type Availability = {
  /** BCP 47 tags of the languages that are left to try, best first. */
  tags(): readonly string[];
  /** Drops the first tag, which the recognition does not know. Returns false if it is the last one. */
  dropTag(): boolean;
  /** Finds out where speech can be recognized. Sets the problem if it cannot. */
  check(): Promise<void>;
  /** Installs the language pack that `check` found missing. Resolves with false if that failed or if there is none. */
  install(): Promise<boolean>;
};

/** Finds out whether speech is recognized on this device or by a service of the browser, and writes the answer into `state`. */
export function createAvailability(input: AvailabilityInput, state: AvailabilityState): Availability {
  const { recognition } = input;
  let tags = input.tags;
  let installTag: string | null = null;
  return {
    tags: () => tags,
    dropTag() {
      if (tags.length < 2) return false;
      tags = tags.slice(1);
      return true;
    },
    async check() {
      const local = recognition ? await localAvailability(recognition, input.tags) : [];
      const found = recognitionMode({
        isSupported: recognition !== null,
        local,
        tags: input.tags,
        hasDraft: input.draft.isReady(),
        isRemoteAllowed: input.isRemoteAllowed,
        hasAgreed: input.agreement.has(),
      });
      state.isDraft = found.mode === 'draft';
      state.isLocal = found.mode === 'local' || state.isDraft;
      installTag = found.mode === 'none' ? found.installTag : null;
      state.canInstall = installTag !== null && recognition?.install !== undefined;
      state.problem = found.mode === 'none' ? found.problem : null;
      if ('tags' in found) ({ tags } = found);
    },
    async install() {
      if (!recognition?.install || installTag === null) return false;
      return recognition.install({ langs: [installTag], processLocally: true }).catch(() => false);
    },
  };
}
