import type { DictatedText } from '#workers/store/store.contract.ts';
import type { Agreement } from './agreement.ts';
import type { DictationProblem } from './dictation.rules.ts';
import type { RecognitionClass } from './recognition.ts';

export type DictationState = {
  /** `waiting`: the recognition has ended by itself and restarts after a delay. */
  status: 'off' | 'starting' | 'listening' | 'waiting' | 'installing';
  /** True if speech is recognized on this device, by the browser or by our model. */
  isLocal: boolean;
  /** True if the model on this device writes, and not the browser. */
  isDraft: boolean;
  problem: DictationProblem | null;
  canInstall: boolean;
  interim: string;
};

/** Live dictation: the browser recognizes speech while it is recorded. Its failures never affect the recording. */
export type Dictation = Disposable & {
  readonly state: DictationState;
  /** Finds out whether speech can be recognized, without listening, for the screen before the recording. */
  check(): Promise<void>;
  start(): Promise<void>;
  /** Stops listening. The interim text becomes final. */
  stop(): void;
  /** Stores the person's consent to remote recognition, and checks again. */
  agree(): void;
  /** Installs the missing language pack, if the state says that it can be installed. */
  install(): Promise<void>;
};

/** Dictated text that a model on this device writes, instead of the recognition of the browser. */
export type DictationDraft = {
  isReady(): boolean;
  /** Begins to write, or goes on after a failure. A pause of the recording does not end it. */
  start(): void;
  /** Calls `listener` at once and at each change. Returns a function that ends this. */
  onChange(listener: (written: DraftedTexts) => void): () => void;
};
export type DraftedTexts = {
  /** Final texts that the recording does not have yet. */
  texts: readonly DictatedText[];
  interim: string;
  hasFailed: boolean;
};

export type DictationInput = {
  draft: DictationDraft;
  recognition: RecognitionClass | null;
  tags: readonly string[];
  isRemoteAllowed: boolean;
  agreement: Agreement;
  /** Position of the recording now, s. */
  position(): number;
  /** The recorded microphone; null for the browser's default. */
  track(): MediaStreamTrack | null;
  onText(text: DictatedText): void;
};
