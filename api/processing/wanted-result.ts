import { correctionsLabel, customLabel, type OptionForm } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { CorrectionKind } from '#api/correction/corrector.ts';
import type { Db } from '#api/db/open.ts';
import { AppError } from '#api/lib/error.ts';
import { askedOf, resultWork, type WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { promptToTitle, sourceLabelOf } from './ask.rules.ts';
import { correctionMaker, engineFor, makerOf, type TextEngines } from './engines.ts';

/** Fields of a result that is not made from a custom prompt. */
export const withoutPrompt = { title: '', sourceTab: 'transcript' };

/** Returns the field with the hints that are added to the prompts. If the hints are empty, there is no such field. */
const hintsOf = (text: string) => (text.trim() === '' ? {} : { hints: text });

/**
 * Creates the functions that describe single results with the engine that makes them.
 * @throws AppError `processing.model_missing` if this server has no engine for the result
 */
export function createWantedResults({
  engines,
  hasCorrector,
}: {
  engines: TextEngines;
  hasCorrector: boolean;
}) {
  const makerFor = (form: OptionForm) => {
    const engine = engineFor(engines, form);
    if (!engine) throw new AppError('processing.model_missing');
    return makerOf(engine);
  };

  const corrections = (kinds: readonly CorrectionKind[], hints: string): WantedResult => {
    if (!hasCorrector) throw new AppError('processing.option_unknown');
    const maker = correctionMaker(engines, kinds);
    if (!maker) throw new AppError('processing.model_missing');
    return { ...withoutPrompt, label: correctionsLabel, asked: { kinds, ...hintsOf(hints) }, ...maker };
  };

  return {
    corrections,

    ofOption: (label: string, form: OptionForm, hints: string): WantedResult => ({
      ...withoutPrompt,
      label,
      asked: hintsOf(hints),
      ...makerFor(form),
    }),

    async ofPrompt(db: Db, session: SessionRow, request: ProcessRequest): Promise<WantedResult> {
      const prompt = request.user_process_data.trim();
      if (prompt === '') throw new AppError('processing.prompt_required');
      const sourceLabel = sourceLabelOf(request.source_tab);
      // The prompt was asked on the tab of a result that does not exist.
      if (sourceLabel !== null && !(await resultWork.newestDone(db, session.id, sourceLabel)))
        throw new AppError('processing.option_unknown');
      return {
        label: customLabel,
        title: promptToTitle(prompt),
        sourceTab: request.source_tab,
        asked: { prompt },
        ...makerFor('prompt'),
      };
    },

    /** Returns the latest request of a label, so that it can be repeated; null if there was none. */
    async again(db: Db, session: SessionRow, label: string): Promise<WantedResult | null> {
      const row = await resultWork.newest(db, session.id, label);
      if (!row) return null;
      const asked = askedOf(row);
      if (label === correctionsLabel)
        return corrections(asked.kinds ?? ['own', 'spelling'], asked.hints ?? '');
      return { label, title: row.title, sourceTab: row.source_tab, asked, ...makerFor('prompt') };
    },
  };
}
