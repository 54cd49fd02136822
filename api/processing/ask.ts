import { correctionsLabel, customLabel } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Db } from '#api/db/open.ts';
import { readTags } from '#api/domain/host-setting.store.ts';
import { AppError } from '#api/lib/error.ts';
import { isFormOff } from '#api/option/option.rules.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import type { WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { isCustomRun, kindsOf } from './ask.rules.ts';
import { engineFor, makerOf, type TextEngines } from './engines.ts';
import { createWantedResults, withoutPrompt } from './wanted-result.ts';

type AskDeps = {
  db: Db;
  options: Pick<OptionStore, 'offered' | 'defaults'>;
  engines: TextEngines;
  hasCorrector: boolean;
};

/** Returns the role of a person. No person has one yet, so only options for everybody are offered. */
const roleOf = (_session: Pick<SessionRow, 'host' | 'user_id'>): string | null => null;

/** Creates the functions that turn requested labels into wanted results with their engine and their parameters. */
export function createAsks({ db, options, engines, hasCorrector }: AskDeps) {
  const { corrections, ofOption, ofPrompt, again } = createWantedResults({ engines, hasCorrector });
  const hasModel = engines.llm !== null;

  const offered = async (session: SessionRow) => {
    const [all, tags] = await Promise.all([
      options.offered(session.host, roleOf(session), hasModel),
      readTags(db, session.host),
    ]);
    return new Map(all.map((option) => [option.label, { ...option, isOff: isFormOff(option.form, tags) }]));
  };

  const one = async (
    session: SessionRow,
    request: ProcessRequest,
    label: string,
    known: Awaited<ReturnType<typeof offered>>,
  ): Promise<WantedResult> => {
    if (label === correctionsLabel || (isCustomRun(label) && known.has(customLabel))) {
      const former = await again(db, session, label);
      if (former) return former;
    }
    const option = known.get(label);
    if (!option) throw new AppError('processing.option_unknown');
    if (option.isOff) throw new AppError('domain.off');
    if (label === customLabel) return ofPrompt(db, session, request);
    // If the same request has a custom prompt, its text is that prompt and no hint.
    const hints = request.options.includes(customLabel) ? '' : request.user_process_data;
    return ofOption(label, option.form, hints);
  };

  return {
    /**
     * Returns the results that a request asks for. @throws AppError `processing.option_unknown`, `.model_missing`,
     * `.prompt_required`, `domain.off`
     */
    async wanted(session: SessionRow, request: ProcessRequest): Promise<WantedResult[]> {
      const known = await offered(session);
      const wanted: WantedResult[] = [];
      for (const label of new Set(request.options)) wanted.push(await one(session, request, label, known));
      const kinds = kindsOf(request);
      if (kinds.length === 0) return wanted;
      const others = wanted.filter(({ label }) => label !== correctionsLabel);
      return [...others, corrections(kinds, request.user_process_data)];
    },

    /**
     * Returns the results that are made after a transcription: those chosen when the session was created, or the
     * default ones if none were chosen. Options that are unknown or switched off, or that this server cannot make, are left
     * out.
     */
    async chosen(session: SessionRow): Promise<WantedResult[]> {
      const settings = JSON.parse(session.settings) as { options?: unknown };
      const labels = Array.isArray(settings.options)
        ? settings.options
        : await options.defaults(session.host, roleOf(session), hasModel);
      const known = await offered(session);
      return [...new Set(labels)].flatMap((label: unknown): WantedResult[] => {
        const option = typeof label === 'string' ? known.get(label) : undefined;
        const isMade = option && !option.isOff && option.label !== customLabel;
        const engine = isMade ? engineFor(engines, option.form) : null;
        return option && engine
          ? [{ ...withoutPrompt, label: option.label, asked: {}, ...makerOf(engine) }]
          : [];
      });
    },

    /** Returns corrections that apply a person's earlier ones to a new transcript. */
    own: (): WantedResult => corrections(['own'], ''),
  };
}
