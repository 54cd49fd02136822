import type { ProcessingOption, TextLanguage } from '#api/contract/option.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Source, TextTask } from '#api/engines/text/text-engine.ts';
import type { Asked, ResultRow } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { languageOf } from '#api/transcript/transcript.store.ts';

export type Material = {
  label: string;
  session: SessionRow;
  /** The transcript with its edits; null if there is none. */
  transcript: Transcript | null;
  /** Null for a custom prompt, or if the option no longer exists. */
  option: ProcessingOption | null;
  asked: Asked;
  sourceTab: string;
  /** The result on whose tab the prompt was asked; undefined if it was asked on another tab. */
  about: Pick<ResultRow, 'text' | 'sources'> | undefined;
};

/** A transcript with fewer words is not worth processing. */
const minWords = 8;

const countWords = (text: string): number =>
  text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;

/** True if the source text is empty or nearly so. No engine is asked then. */
export function hasNothing({ transcript, sourceTab, session, about }: Material): boolean {
  if (sourceTab === 'notes') return session.notes.trim() === '';
  if (about) return about.text.trim() === '';
  let words = 0;
  for (const { text } of transcript?.segments ?? []) {
    words += countWords(text);
    if (words >= minWords) return false;
  }
  return true;
}

type Work = Omit<TextTask, 'signal' | 'onText' | 'onShare'>;

export function toTask({ label, session, transcript, option, asked, sourceTab, about }: Material): Work {
  return {
    label,
    form: option?.form ?? 'prompt',
    // A person's prompt replaces the prompt of the option.
    prompt: asked.prompt ?? option?.prompt ?? '',
    language: languageOf(session.language) as TextLanguage,
    target: option?.target ?? null,
    title: session.title,
    segments: (transcript?.segments ?? []).map(({ id, speaker, start, end, text }) => ({
      id,
      speaker,
      start,
      end,
      text,
    })),
    speakers: transcript?.speakers ?? {},
    notes: session.notes,
    hints: asked.hints ?? '',
    about: aboutOf(sourceTab, about),
  };
}

function aboutOf(sourceTab: string, about: Material['about']): TextTask['about'] {
  if (sourceTab === 'notes') return { kind: 'notes' };
  if (!about) return { kind: 'transcript' };
  return { kind: 'result', text: about.text, sources: JSON.parse(about.sources) as Source[] };
}
