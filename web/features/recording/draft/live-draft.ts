import type { DraftRunState } from '#web/parts/draft/draft-run.ts';
import type { DraftPiece } from '#web/parts/draft/sent-draft.rules.ts';

export type LiveDraftState = {
  /**
   * `none`: this device has no model. `off`: the person has switched drafts off. `idle`: nothing is recorded, or the draft is not
   * wanted. `on`: `run` writes. `ending`: `run` writes the last words of a recording that has ended.
   */
  status: 'none' | 'off' | 'idle' | 'on' | 'ending';
  language: string;
  /** Text of this recording from before the run. The proxy does not track changes inside it. */
  before: readonly DraftPiece[];
  /** Null unless the draft is on or ending. */
  run: DraftRunState | null;
};

/** The draft that a model on this device writes of a running recording. Its failures never affect the recording. */
export type LiveDraft = {
  readonly state: LiveDraftState;
  turnOn(): void;
  turnOff(): void;
  /** Goes on after a failure. */
  goOn(): void;
  /**
   * Sets whether a draft shall be written. At first it shall in the mode `record`. A dictation calls this only where the browser
   * does not recognise speech on this device.
   */
  want(isWanted: boolean): void;
};
