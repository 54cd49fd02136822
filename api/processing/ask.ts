import { correctionsLabel, customLabel, type OfferedOption } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Db } from '#api/db/open.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import type { WantedResult } from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { isCustomRun, kindsOf } from './ask.rules.ts';
import { namedOptions, type Choice } from '#api/option/choice.ts';
import { engineFor, makerOf, type TextEngines } from './engines.ts';
import { createWantedResults, withoutPrompt } from './wanted-result.ts';

type AskDeps = {
  db: Db;
  choice: Pick<Choice, 'offered' | 'existing' | 'defaults' | 'refuseOff'>;
  /** Returns the tenant that has this key. */
  tenantOf(key: string): Promise<Tenant>;
  engines: TextEngines;
  hasCorrector: boolean;
};

/** Creates the functions that turn requested labels into wanted results with their engine and their parameters. */
export function createAsks({ db, choice, tenantOf, engines, hasCorrector }: AskDeps) {
  const { corrections, ofOption, ofPrompt, again } = createWantedResults({ engines, hasCorrector });

  const offered = async (session: SessionRow) =>
    byLabel(await choice.offered(await tenantOf(session.host), session.user_id));

  /** Returns the labels that were chosen for a session, and the options that may be among them. */
  const chosenFrom = async (session: SessionRow) => {
    const tenant = await tenantOf(session.host);
    if (session.follow_ups !== null) {
      const labels = JSON.parse(session.follow_ups) as string[];
      return { labels, known: byLabel(await choice.existing(tenant)) };
    }
    // An older version has created the session, and nothing was decided then.
    const named = namedOptions(JSON.parse(session.settings) as object);
    const labels = named ?? (await choice.defaults(tenant, session.user_id));
    return { labels, known: await offered(session) };
  };

  const one = async (
    session: SessionRow,
    request: ProcessRequest,
    label: string,
    known: ReadonlyMap<string, OfferedOption>,
  ): Promise<WantedResult> => {
    if (label === correctionsLabel || (isCustomRun(label) && known.has(customLabel))) {
      const former = await again(db, session, label);
      if (former) return former;
    }
    const option = known.get(label);
    if (!option) {
      await choice.refuseOff(await tenantOf(session.host), [label]);
      throw new AppError('processing.option_unknown');
    }
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
     * Returns the results that are made after a transcription: those decided when the session was created
     * (`Choice.followUps`). Options that are unknown or switched off, or that this server cannot make, are left out.
     */
    async chosen(session: SessionRow): Promise<WantedResult[]> {
      const { labels, known } = await chosenFrom(session);
      return [...new Set(labels)].flatMap((label: unknown): WantedResult[] => {
        const option = typeof label === 'string' ? known.get(label) : undefined;
        const engine = option && option.label !== customLabel ? engineFor(engines, option.form) : null;
        return option && engine
          ? [{ ...withoutPrompt, label: option.label, asked: {}, ...makerOf(engine) }]
          : [];
      });
    },

    /** Returns corrections that apply a person's earlier ones to a new transcript. */
    own: (): WantedResult => corrections(['own'], ''),
  };
}

const byLabel = (options: readonly OfferedOption[]): ReadonlyMap<string, OfferedOption> =>
  new Map(options.map((option) => [option.label, option]));
