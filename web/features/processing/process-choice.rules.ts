import type { OfferedOption } from '#api/contract/option.ts';
import { customLabel } from '#api/contract/option-labels.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { orderLabels } from '#web/parts/result/result-order.rules.ts';
import { stageOf, unfinished } from '#web/parts/result/result.rules.ts';

export const correctionKinds = ['post_process', 'post_process_llm_fix', 'fix_with_agent'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** A tab to which a custom prompt can apply (contract: `source_tab`). */
export type SourceTab = 'transcript' | 'notes' | `result:${string}`;

export type Choice = {
  options: ReadonlySet<string>;
  corrections: ReadonlySet<CorrectionKind>;
  hints: string;
  prompt: string;
  source: SourceTab;
};

/** Largest length of a prompt or of the hints, characters (contract: `user_process_data`). */
export const maxPromptLength = 20_000;

export type Offer = {
  texts: OfferedOption[];
  /** Translations into languages other than the session's. */
  translations: OfferedOption[];
  /** Null if custom prompts are not offered to this person. */
  custom: OfferedOption | null;
  hasModel: boolean;
};

/** Groups the offered options. Without a language model translations and prompts are listed but disabled. */
export function toOffer(options: readonly OfferedOption[], language: SessionDetail['language']): Offer {
  const spoken = language.split('-')[0];
  return {
    texts: options.filter(({ form, label }) => form !== 'translation' && label !== customLabel),
    translations: options.filter(({ form, target }) => form === 'translation' && target !== spoken),
    custom: options.find(({ label }) => label === customLabel) ?? null,
    hasModel: options.some(({ engine }) => engine === 'llm'),
  };
}

/**
 * Returns what is chosen when the dialog opens. These are the labels that it was opened with. Without such labels they
 * are the default options that have no result yet, or none if the dialog was opened for a question about a tab.
 */
export function firstChoice(
  options: readonly OfferedOption[],
  { data }: Pick<SessionDetail, 'data'>,
  asked: { chosen?: readonly string[] | undefined; source?: SourceTab | undefined },
): Pick<Choice, 'options' | 'source'> {
  const offered = new Set(options.filter(({ engine }) => engine !== null).map(({ label }) => label));
  const usual = options.flatMap(({ label, enabled_by_default: isUsual }) =>
    isUsual && data[label] === undefined ? [label] : [],
  );
  const isQuestion = asked.source !== undefined;
  const wished = asked.chosen ?? (isQuestion ? [] : usual.filter((label) => offered.has(label)));
  return { options: new Set(wished), source: asked.source ?? 'transcript' };
}

export const sourcesOf = (session: Pick<SessionDetail, 'data' | 'notes'>): SourceTab[] => [
  'transcript',
  ...(session.notes.text.trim() === '' ? [] : (['notes'] as const)),
  ...orderLabels(Object.keys(session.data)).flatMap((label): SourceTab[] => {
    const result = session.data[label] ?? false;
    return result !== false && stageOf(result) === 'done' && result.text.trim() !== ''
      ? [`result:${label}`]
      : [];
  }),
];

/** Returns the chosen results that exist already. Making them again needs a confirmation (§4). */
export const overwritten = ({ options }: Pick<Choice, 'options'>, { data }: Pick<SessionDetail, 'data'>) =>
  orderLabels([...options]).filter((label) => {
    const result = data[label];
    return result !== undefined && stageOf(result) === 'done';
  });

export const isNothing = ({ options, corrections, prompt }: Choice): boolean =>
  options.size === 0 && corrections.size === 0 && prompt.trim() === '';

type Requests = { made: Partial<ProcessRequest> | null; asked: Partial<ProcessRequest> | null };

/**
 * Returns the requests to send. `made` is for options and corrections with the hints, `asked` for the custom prompt.
 * They are two requests, because both the hints and the prompt are sent as `user_process_data`. Results in progress are
 * left out.
 */
export function toRequests(choice: Choice, session: Pick<SessionDetail, 'data'>): Requests {
  const running = new Set(unfinished(session));
  const options = orderLabels([...choice.options]).filter((label) => !running.has(label));
  const hints = choice.hints.trim();
  const prompt = choice.prompt.trim();
  const isMade = options.length > 0 || choice.corrections.size > 0;
  const flags = Object.fromEntries([...choice.corrections].map((kind) => [kind, true]));
  return {
    made: isMade ? { options, ...flags, ...(hints === '' ? {} : { user_process_data: hints }) } : null,
    asked:
      prompt === '' ? null : { options: [customLabel], user_process_data: prompt, source_tab: choice.source },
  };
}

/** Returns the first tab, in the order of the tabs, whose result is new or being made again; null if there is none. */
export function firstNew(
  before: Pick<SessionDetail, 'data'>,
  after: Pick<SessionDetail, 'data'>,
): string | null {
  const wasRunning = new Set(unfinished(before));
  return (
    orderLabels(Object.keys(after.data)).find((label) => {
      const result = after.data[label];
      if (result === undefined || wasRunning.has(label)) return false;
      const former = before.data[label];
      if (former === undefined) return true;
      // The new version may be made already when the answer arrives.
      return (
        stageOf(result) !== 'done' ||
        (result !== false && former !== false && result.version > former.version)
      );
    }) ?? null
  );
}
