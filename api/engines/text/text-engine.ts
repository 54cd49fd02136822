import type { OptionForm, TextLanguage } from '#api/contract/option.ts';
import type { SessionResult } from '#api/contract/session.ts';

/** A turn of the transcript as it is shown, edits applied. Times in s. */
export type Said = {
  id: string;
  /** Key; names are in `speakers`. */
  speaker: string;
  start: number;
  end: number;
  text: string;
};

export type Source = Exclude<SessionResult, false>['sources'][number];

export type TextTask = {
  form: OptionForm;
  /** The option's own; with the form `prompt` what the person asks for. */
  label: string;
  prompt: string;
  /** Of the session: the language of the result. */
  language: TextLanguage;
  /** Of a translation. */
  target: TextLanguage | null;
  title: string;
  segments: readonly Said[];
  /** Names by key; a speaker without one is "Speaker 1", … in the result's language. */
  speakers: Readonly<Record<string, { name: string }>>;
  /** Markdown; empty: none. */
  notes: string;
  /** What the person sends along (§7 `user_process_data`). */
  hints: string;
  /** With the form `prompt`: what it is asked about, in place of the transcript. Its `[n]` are `sources`. */
  about:
    | { kind: 'transcript' }
    | { kind: 'notes' }
    | { kind: 'result'; text: string; sources: readonly Source[] };
  signal: AbortSignal;
  /** All of the text so far, as it would be shown now; with its sources. May be called often. */
  onText(made: MadeText): void;
  /** Share of the work that is done, 0 to 1. */
  onShare(share: number): void;
};

/**
 * Markdown in which `[n]` names `sources[].n` (1, 2, … in the order of their first use; each exists in the transcript) and `[?]`
 * marks a statement without one.
 */
export type MadeText = { text: string; sources: Source[] };

/** What makes results: the language model, or extraction from the transcript. One suite runs against both. */
export type TextEngine = {
  kind: 'extract' | 'llm';
  /** As results name it; empty for extraction. */
  model: string;
  canMake(form: OptionForm): boolean;
  /** @throws ModelError where the model cannot; the reason of `signal` */
  make(task: TextTask): Promise<MadeText>;
};
