import type { DraftDevice } from '#web/parts/draft/draft-device.ts';
import type { DraftRun, DraftRunInput } from '#web/parts/draft/draft-run.ts';
import type { DraftPiece } from '#web/parts/draft/sent-draft.rules.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';

/** The chosen file; after a reload, a function that makes a file of the mp3 that is stored on this device. */
export type DraftedSound = File | (() => Promise<File>);

export type FileDraftState = {
  /** Null if no draft was begun. The proxy does not look into it. */
  run: DraftRun | null;
  /** True if the person has stopped the draft. */
  isStopped: boolean;
};

export type FileDraftDeps = {
  device: Pick<DraftDevice, 'model' | 'onChange' | 'openPreview' | 'recordSpeed'>;
  openWindows(file: File, options: { maxS: number }): WindowSource;
  createRun(input: DraftRunInput): DraftRun;
  /** Language of the session, a tag (BCP 47). */
  language: string;
  /** Number of cores of this device. */
  cores: number;
};

/** The text that was written so far. Its times are those of the original. */
export type WrittenDraft = { model: string; language: string; segments: readonly DraftPiece[] };

/** The draft of a chosen file: begins as soon as there are a file and a model. */
export type FileDraft = Disposable & {
  readonly state: FileDraftState;
  readonly language: string;
  /**
   * Begins the draft of a sound. That of the same file goes on. `pass` is the analysis of the sound: on a device with few
   * cores, only the first minute is written before its end.
   */
  begin(sound: DraftedSound, pass?: Promise<unknown>): void;
  stop(): void;
  /** Goes on after `stop`, or after a failure. */
  goOn(): void;
  /** Ends the draft, and drops its text. */
  end(): void;
  /** Resolves with the text; null if there is none. Waits some seconds if the end of the sound, `durationS`, is near. */
  written(durationS: number, signal: AbortSignal): Promise<WrittenDraft | null>;
};
