import type { SessionLanguage } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import { correctionPairs } from '#api/user/correction.store.ts';
import { ModelError, type LanguageModel } from '#api/engines/language/language-model.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { createVocabulary } from '#api/transcript/vocabulary.ts';
import { fixWithAgent } from './agent-fix.ts';
import type { Draft, Proposed, Turn } from './draft.ts';
import { fixWithModel } from './model-fix.ts';
import { findOwn, type OwnWord } from './own.rules.ts';
import { findPunctuation } from './punctuation.rules.ts';
import { createSpeller, type Speller } from './speller.ts';
import type { SuggestionStore } from './suggestion.store.ts';

/**
 * Source of suggestions. `own`: words that the person corrected before; this kind is always included. `spelling`:
 * dictionary and rules of punctuation. `model`: spelling and punctuation by a language model. `agent`: names and terms
 * by a language model.
 */
export type CorrectionKind = 'own' | 'spelling' | 'model' | 'agent';

type CorrectorSession = Pick<SessionRow, 'id' | 'host' | 'user_id' | 'language' | 'notes'>;

type CorrectorRun = {
  session: CorrectorSession;
  /** Null if the session has no transcript. */
  transcript: Transcript | null;
  /** Version of the result `corrections` that the suggestions belong to. */
  version: number;
  kinds: readonly CorrectionKind[];
  /** Free text that the person adds to the request. */
  hints: string;
  signal: AbortSignal;
  onShare(share: number): void;
};

type Corrected = { count: number; hasAskedModel: boolean };

export type Corrector = {
  /**
   * Replaces the open suggestions in one transaction. `count` is the number of new suggestions. `hasAskedModel` is
   * false if there was nothing to ask a language model about.
   * @throws ModelError, the reason of `signal`
   */
  make(run: CorrectorRun): Promise<Corrected>;
  /** True if words that the person corrected before occur in the transcript. */
  hasOwnCorrections(session: CorrectorSession): Promise<boolean>;
  close(): Promise<void>;
};

type CorrectorDeps = {
  db: Db;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
  suggestions: Pick<SuggestionStore, 'replace'>;
  model: LanguageModel | null;
  speller?: Speller;
};

/** At most this many earlier corrections of a person are searched for. Few people have as many. */
const maxOwn = 5_000;

/** Creates the corrector, which suggests changes to a transcript and never changes its text. */
export function createCorrector(deps: CorrectorDeps): Corrector {
  const { db, transcriptOf, suggestions, model, speller = createSpeller() } = deps;
  const vocabularyOf = createVocabulary(db);
  const ownWords = ({ host, user_id: userId }: CorrectorSession): Promise<OwnWord[]> =>
    correctionPairs(db, { host, userId }, maxOwn);

  const make = async (run: CorrectorRun): Promise<Corrected> => {
    const { session, transcript, version, signal, onShare } = run;
    const kinds = [...new Set<CorrectionKind>(['own', ...run.kinds])];
    if (!model && kinds.some((kind) => kind === 'model' || kind === 'agent'))
      throw new ModelError('processing.model_missing');
    signal.throwIfAborted();
    const turns = transcript?.segments ?? [];
    const own = await ownWords(session);
    const context = { ...run, turns, own, vocabulary: await vocabularyOf(session) };
    const drafts: Draft[] = [];
    let hasAskedModel = false;
    for (const [index, kind] of kinds.entries()) {
      const share = (done: number) => onShare((index + Math.min(1, done)) / kinds.length);
      const found = await draftsOf(kind, context, share);
      drafts.push(...found.drafts);
      hasAskedModel ||= found.hasAsked;
      share(1);
    }
    signal.throwIfAborted();
    const place = { sessionId: session.id, version, order: turns.map(({ id }) => id) };
    return { count: await suggestions.replace(place, drafts), hasAskedModel };
  };

  type Context = CorrectorRun & {
    turns: readonly Turn[];
    own: readonly OwnWord[];
    vocabulary: readonly string[];
  };

  const draftsOf = async (
    kind: CorrectionKind,
    context: Context,
    onShare: (share: number) => void,
  ): Promise<Proposed> => {
    const { session, signal, turns, own, vocabulary, transcript, hints } = context;
    const none: Proposed = { drafts: [], hasAsked: false };
    if (turns.length === 0) return none;
    const language = session.language as SessionLanguage;
    if (kind === 'own') return { ...none, drafts: findOwn(own, turns) };
    if (kind === 'spelling') {
      const input = { language, turns: turns.map(toTurn), vocabulary };
      const drafts = [...(await speller.find(input, signal)), ...findPunctuation(language, turns)];
      return { ...none, drafts };
    }
    if (!model) return none;
    const asked = {
      language,
      turns,
      model,
      hints,
      signal,
      onShare,
      nameOf: (key: string) => transcript?.speakers[key]?.name || `Speaker ${key}`,
      unknown: async (words: readonly string[]) => new Set(await speller.unknown(language, words, signal)),
    };
    return kind === 'model'
      ? fixWithModel(asked)
      : fixWithAgent({ ...asked, own, vocabulary, notes: session.notes });
  };

  return {
    make,
    async hasOwnCorrections(session) {
      const own = await ownWords(session);
      if (own.length === 0) return false;
      const transcript = await transcriptOf(session.id);
      return transcript !== null && findOwn(own, transcript.segments).length > 0;
    },
    close: () => speller.close(),
  };
}

const toTurn = ({ id, speaker, start, text, words }: Turn): Turn => ({ id, speaker, start, text, words });
