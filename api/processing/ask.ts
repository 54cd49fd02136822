import { correctionsLabel, customLabel } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { CorrectionKind } from '#api/correction/corrector.ts';
import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { askedOf, resultWork, type WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { isCustomRun, kindsOf, promptToTitle } from './ask.rules.ts';
import { correctionMaker, engineFor, makerOf, type TextEngines } from './engines.ts';

export type AskDeps = {
  db: Db;
  options: Pick<OptionStore, 'offered' | 'defaults'>;
  engines: TextEngines;
  hasCorrector: boolean;
};

/** No person has a role yet, so only options for everybody are offered. */
const roleOf = (_session: Pick<SessionRow, 'host' | 'user_id'>): string | null => null;
const blank = { title: '', sourceTab: 'transcript' };
/** Hints added to the prompts; left out if empty. */
const hintsOf = (text: string) => (text.trim() === '' ? {} : { hints: text });

/** Turns requested labels into wanted results: their engine and their parameters. */
export function createAsks({ db, options, engines, hasCorrector }: AskDeps) {
  const offered = async (session: SessionRow) => {
    const all = await options.offered(session.host, roleOf(session), engines.llm !== null);
    return new Map(all.map((option) => [option.label, option]));
  };
  type Offered = Awaited<ReturnType<typeof offered>>;

  const custom = async (session: SessionRow, request: ProcessRequest): Promise<WantedResult> => {
    const prompt = request.user_process_data.trim();
    if (prompt === '') throw new AppError('processing.prompt_required');
    const of = /^result:(.+)$/.exec(request.source_tab)?.[1];
    // The tab does not exist.
    if (of !== undefined && !(await resultWork.newestDone(db, session.id, of)))
      throw new AppError('processing.option_unknown');
    return {
      label: customLabel,
      title: promptToTitle(prompt),
      sourceTab: request.source_tab,
      asked: { prompt },
      ...makerFor('prompt'),
    };
  };
  const makerFor = (form: Parameters<typeof engineFor>[1]) => {
    const engine = engineFor(engines, form);
    if (!engine) throw new AppError('processing.model_missing');
    return makerOf(engine);
  };
  const corrections = (kinds: readonly CorrectionKind[], hints: string): WantedResult => {
    if (!hasCorrector) throw new AppError('processing.option_unknown');
    const maker = correctionMaker(engines, kinds);
    if (!maker) throw new AppError('processing.model_missing');
    return { ...blank, label: correctionsLabel, asked: { kinds, ...hintsOf(hints) }, ...maker };
  };

  /** Repeats an earlier request; null if there was none. */
  const again = async (session: SessionRow, label: string): Promise<WantedResult | null> => {
    const row = await resultWork.newest(db, session.id, label);
    if (!row) return null;
    const asked = askedOf(row);
    if (label === correctionsLabel) return corrections(asked.kinds ?? ['own', 'spelling'], asked.hints ?? '');
    return { label, title: row.title, sourceTab: row.source_tab, asked, ...makerFor('prompt') };
  };
  const one = async (
    session: SessionRow,
    request: ProcessRequest,
    label: string,
    known: Offered,
  ): Promise<WantedResult> => {
    if (label === correctionsLabel || (isCustomRun(label) && known.has(customLabel))) {
      const former = await again(session, label);
      if (former) return former;
    }
    const option = known.get(label);
    if (!option) throw new AppError('processing.option_unknown');
    if (label === customLabel) return custom(session, request);
    const asked = hintsOf(request.options.includes(customLabel) ? '' : request.user_process_data);
    return { ...blank, label, asked, ...makerFor(option.form) };
  };

  return {
    /** @throws AppError `processing.option_unknown`, `.model_missing`, `.prompt_required` */
    async wanted(session: SessionRow, request: ProcessRequest): Promise<WantedResult[]> {
      const known = await offered(session);
      const wanted: WantedResult[] = [];
      for (const label of new Set(request.options)) wanted.push(await one(session, request, label, known));
      const kinds = kindsOf(request);
      if (kinds.length === 0) return wanted;
      const others = wanted.filter(({ label }) => label !== correctionsLabel);
      return [...others, corrections(kinds, request.user_process_data)];
    },

    /** Options that run after a transcription: chosen at creation, else the default ones; unknown ones are left out. */
    async chosen(session: SessionRow): Promise<WantedResult[]> {
      const settings = JSON.parse(session.settings) as { options?: unknown };
      const labels = Array.isArray(settings.options)
        ? settings.options
        : await options.defaults(session.host, roleOf(session), engines.llm !== null);
      const known = await offered(session);
      return [...new Set(labels)].flatMap((label: unknown): WantedResult[] => {
        const option = typeof label === 'string' ? known.get(label) : undefined;
        const engine = option && option.label !== customLabel ? engineFor(engines, option.form) : null;
        return option && engine ? [{ ...blank, label: option.label, asked: {}, ...makerOf(engine) }] : [];
      });
    },

    /** Corrections that apply a person's earlier ones to a new transcript. */
    own: (): WantedResult => corrections(['own'], ''),
  };
}
