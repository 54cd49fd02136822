import type { OptionForm, TextLanguage } from '#api/contract/option.ts';
import type { SessionResult } from '#api/contract/session.ts';

/** A turn of the transcript with edits applied. Times are in s. */
export type Said = {
  id: string;
  speaker: string;
  start: number;
  end: number;
  text: string;
};

export type Source = Exclude<SessionResult, false>['sources'][number];

export type TextTask = {
  form: OptionForm;
  /** Label and prompt of the option. With the form `prompt` the prompt is the person's question. */
  label: string;
  prompt: string;
  /** Language of the session and the result. */
  language: TextLanguage;
  target: TextLanguage | null;
  title: string;
  segments: readonly Said[];
  /**
   * Names of the speakers by key. A speaker without a name is called "Person" and the key, in the result's language.
   */
  speakers: Readonly<Record<string, { name: string }>>;
  /** Notes of the session in Markdown; may be empty. */
  notes: string;
  /** Text that the person adds to the request (§7 `user_process_data`). */
  hints: string;
  /** What the form `prompt` is about. `[n]` in the text of a result refers to `sources`. */
  about:
    | { kind: 'transcript' }
    | { kind: 'notes' }
    | { kind: 'result'; text: string; sources: readonly Source[] };
  signal: AbortSignal;
  /** Called often while the text grows, with the whole text so far and its sources. */
  onText(made: MadeText): void;
  onShare(share: number): void;
};

/**
 * Markdown text. `[n]` refers to the entry of `sources` with that `n` (1, 2, … in the order of first use); each source
 * exists in the transcript. `[?]` marks a statement without a source.
 */
export type MadeText = { text: string; sources: Source[] };

/** Makes results, with a language model or by extraction from the transcript. One test suite covers both. */
export type TextEngine = {
  kind: 'extract' | 'llm';
  /** Name of the model, which is stored with results; empty for extraction. */
  model: string;
  canMake(form: OptionForm): boolean;
  /** @throws ModelError, or the reason of `signal` */
  make(task: TextTask): Promise<MadeText>;
};
