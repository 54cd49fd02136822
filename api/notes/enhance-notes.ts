import { limits } from '#api/contract/limits.ts';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import type { EnhancedNotes } from '#api/contract/notes.ts';
import { textLanguages, type TextLanguage } from '#api/contract/option.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Owner } from '#api/db/owner.ts';
import { ModelError, type LanguageModel } from '#api/engines/language/language-model.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import { languageOf } from '#api/transcript/transcript.store.ts';
import { enhanceNotes } from './enhance.rules.ts';
import type { CitedNotes } from './cite-notes.rules.ts';
import { writeNotes } from './write-notes.ts';

export type NotesDeps = {
  sessions: Pick<SessionStore, 'find'>;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
  /** Null if none is configured: then notes are only formatted. */
  languageModel: LanguageModel | null;
};

/**
 * Returns a function that proposes better notes: written by the language model from the transcript, or only formatted
 * if that is impossible. Nothing is stored.
 * @throws AppError in the returned function: `session.not_found`, `notes.nothing_to_enhance`
 */
export function createNotesEnhancement({ sessions, transcriptOf, languageModel }: NotesDeps) {
  // Only the newest request for a session continues, so that a session occupies the model only once.
  const newest = new Map<string, AbortController>();
  const asNewest = async <T>(sessionId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const own = new AbortController();
    newest.get(sessionId)?.abort(new Error('A newer request has come.'));
    newest.set(sessionId, own);
    try {
      return await work(own.signal);
    } finally {
      if (newest.get(sessionId) === own) newest.delete(sessionId);
    }
  };

  return async (owner: Owner, sessionId: string, signal: AbortSignal): Promise<EnhancedNotes> => {
    const session = orNotFound(await sessions.find(owner, sessionId));
    if (session.notes.trim() === '') throw new AppError('notes.nothing_to_enhance');
    const transcript = await transcriptOf(session.id);
    const rev = session.notes_rev;
    const written =
      languageModel && transcript && transcript.segments.length > 0
        ? await asNewest(session.id, (latest) =>
            askModel(languageModel, { session, transcript, signal: AbortSignal.any([signal, latest]) }),
          )
        : null;
    if (written && 'text' in written) return { ...written, engine: 'llm', rev, model_error: null };
    const { text, links } = enhanceNotes(session.notes, transcript?.segments ?? [], session.duration);
    return { text, links, engine: 'format', unsupported: 0, rev, model_error: written?.code ?? null };
  };
}

type Wanted = { session: SessionRow; transcript: Transcript; signal: AbortSignal };

/** Returns the notes that the language model wrote, or the reason why it wrote none. */
async function askModel(
  model: LanguageModel,
  { session, transcript, signal }: Wanted,
): Promise<CitedNotes | { code: ResultErrorCode }> {
  const late = AbortSignal.timeout(limits.enhanceNotesTimeoutMs);
  try {
    return await writeNotes(model, {
      notes: session.notes,
      transcript,
      language: textLanguageOf(session.language),
      signal: AbortSignal.any([signal, late]),
    });
  } catch (error) {
    // Nobody waits any more, so nobody reads this answer.
    if (signal.aborted) return { code: 'processing.cancelled' };
    if (error instanceof ModelError) return { code: error.code };
    if (late.aborted) return { code: 'processing.model_silent' };
    throw error;
  }
}

const textLanguageOf = (language: string): TextLanguage =>
  textLanguages.find((each) => each === languageOf(language)) ?? 'en';
