import type { TFunction } from 'i18next';
import { formatBytes, formatNumber } from '#web/lib/format.ts';
import {
  largestByItself,
  type ModelPlan,
  type PlannedModel,
} from '#workers/preview/preview-models.client.ts';

/** Ids of the models that have words in all languages. */
export const namedModels = [
  'fixture',
  'whisper-tiny',
  'whisper-base',
  'whisper-small',
  'whisper-large-v3-turbo',
] as const;
type PreviewModel = (typeof namedModels)[number];

const isNamed = (id: string): id is PreviewModel => (namedModels as readonly string[]).includes(id);

type Titled = Pick<PlannedModel, 'id' | 'title'>;

export const modelName = (t: TFunction, { id, title }: Titled): string =>
  isNamed(id) ? t(`draft.model.names.${id}`) : title;

export const modelAbout = (t: TFunction, { id }: Titled): string | null =>
  isNamed(id) ? t(`draft.model.about.${id}`) : null;

/** Formats how many times faster than speech: “7”, “1.4”. */
export const formatTimes = (times: number, language: string): string =>
  formatNumber(times, times < 2.95 ? 1 : 0, language);

/** Says why the model of a plan was chosen. */
export function reasonSentences(t: TFunction, { model, reason }: ModelPlan, language: string): string[] {
  if (!model || reason === 'none_fits' || reason === 'none_offered') return [];
  const { speed, obstacle } = model;
  const times = speed ? formatTimes(speed.timesRealTime, language) : '';
  if (reason !== 'chosen') return [t(`draft.model.reason.${reason}`, { times })];
  const sentences = [t('draft.model.reason.chosen')];
  if (obstacle === 'too_large') sentences.push(obstacleSentence(t, obstacle, language));
  if (speed?.isMeasured) sentences.push(t('draft.model.reason.measured', { times }));
  return sentences;
}

export const obstacleSentence = (
  t: TFunction,
  obstacle: NonNullable<PlannedModel['obstacle']>,
  language: string,
): string => t(`draft.model.obstacle.${obstacle}`, { limit: formatBytes(largestByItself, language) });
