import type { OfferedModel } from '#api/contract/model.ts';
import { findTranscriptionModel, testModelId } from '#models/manifest.ts';
import type { StoredModel } from '#workers/model/model.contract.ts';

/** Why a model of a plan was chosen, or why there is none. */
export type PlanReason =
  | 'chosen'
  | 'measured'
  | 'predicted'
  | 'not_measured'
  | 'too_slow'
  | 'test_only'
  | 'none_fits'
  | 'none_offered';

export type PlannedModel = {
  id: string;
  title: string;
  bytes: number;
  /** True if all of this version of the model is on the device. */
  isStored: boolean;
  /** Bytes of the model on the device, of any version. */
  storedBytes: number;
  /** Seconds of sound for each second of work, measured on this device or predicted from another model; null if unknown. */
  speed: { timesRealTime: number; isMeasured: boolean } | null;
  /** Why the model is not chosen by itself. */
  obstacle: 'too_large' | 'language' | null;
};

export type ModelPlan = {
  model: PlannedModel | null;
  reason: PlanReason;
  /** All models that the device could run, the smallest first. */
  models: PlannedModel[];
};

export type PlanInput = {
  /** Models of the server; null if it could not be asked. */
  offered: readonly OfferedModel[] | null;
  stored: readonly StoredModel[];
  /** Measured speeds of this device, times real time, by the id of the model. */
  speeds: Readonly<Record<string, number>>;
  /** Id of the model that the person has chosen; null to choose by itself. */
  choice: string | null;
  /** Language of the session, such as `de-CH`; null if there is none yet. */
  language: string | null;
};

/** Size of the largest model that is chosen by itself, bytes. */
export const largestByItself = 150_000_000;

/** A model is fast enough if it is this many times faster than speech. The rest is left to the recording and to other pages. */
export const keepsUpFrom = 2;

/**
 * Chooses the largest model that keeps up on this device. Without any measurement it is the smallest one. The test model is
 * chosen only where there is no other. The choice of the person holds, unless the model does not know the language.
 */
export function planModel(input: PlanInput): ModelPlan {
  const models = knownModels(input)
    .map((model) => toPlanned(model, input))
    .toSorted((one, other) => one.bytes - other.bytes);
  const chosen = models.find(({ id, obstacle }) => id === input.choice && obstacle !== 'language');
  if (chosen) return { model: chosen, reason: 'chosen', models };
  const real = models.filter(({ id }) => id !== testModelId);
  const fitting = (real.length > 0 ? real : models).filter(({ obstacle }) => obstacle === null);
  const [smallest] = fitting;
  if (!smallest) return { model: null, reason: models.length > 0 ? 'none_fits' : 'none_offered', models };
  if (real.length === 0) return { model: smallest, reason: 'test_only', models };
  const fast = fitting.findLast((model) => speedOf(model) >= keepsUpFrom);
  if (fast) return { model: fast, reason: fast.speed?.isMeasured ? 'measured' : 'predicted', models };
  if (fitting.every(({ speed }) => speed === null))
    return { model: smallest, reason: 'not_measured', models };
  const [fastest = smallest] = fitting.toSorted((one, other) => speedOf(other) - speedOf(one));
  return { model: fastest, reason: 'too_slow', models };
}

/**
 * Returns the model that can run now: the one of the plan, or, as long as that is not on the device, the largest other one
 * that is.
 */
export function usableModel(
  { model, models }: ModelPlan,
  isHere = ({ isStored }: PlannedModel): boolean => isStored,
): PlannedModel | null {
  if (model === null || isHere(model)) return model;
  return (
    models.findLast((other) => isHere(other) && other.obstacle !== 'language' && other.id !== testModelId) ??
    null
  );
}

/** Returns the models that this version of the page can run. What the server offers counts before what is stored. */
function knownModels({ offered, stored }: PlanInput): OfferedModel[] {
  const byId = new Map<string, OfferedModel>();
  for (const { model, isWhole } of stored) if (isWhole) byId.set(model.id, model);
  for (const model of offered ?? []) byId.set(model.id, model);
  return [...byId.values()].filter(({ id }) => findTranscriptionModel(id));
}

function toPlanned(model: OfferedModel, { stored, speeds, language }: PlanInput): PlannedModel {
  const { id, title, bytes } = model;
  const onDevice = stored.find((one) => one.model.id === id);
  const known = findTranscriptionModel(id)!;
  // The models know languages, not the variants of a country.
  const [spoken] = language?.split('-') ?? [];
  const isForeign = spoken !== undefined && !known.languages.includes(spoken);
  const isTooLarge = bytes > largestByItself;
  return {
    id,
    title,
    bytes,
    isStored: onDevice?.isWhole === true && isSame(onDevice.model, model),
    storedBytes: onDevice?.storedBytes ?? 0,
    speed: speedOn(id, speeds),
    obstacle: isForeign ? 'language' : isTooLarge ? 'too_large' : null,
  };
}

const isSame = (one: OfferedModel, other: OfferedModel): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ sha256 }, index) => sha256 === other.files[index]?.sha256);

/**
 * Returns the measured speed of a model, or one predicted from the work of the models that were measured, the slowest
 * prediction. The test model says nothing about others: it does hardly any work.
 */
function speedOn(id: string, speeds: PlanInput['speeds']): PlannedModel['speed'] {
  const measured = speeds[id];
  if (measured !== undefined) return { timesRealTime: measured, isMeasured: true };
  if (id === testModelId) return null;
  const predictions = Object.entries(speeds).flatMap(([other, times]) => {
    const work = other === testModelId ? null : workOf(other);
    return work === null ? [] : [(times * work) / workOf(id)!];
  });
  return predictions.length > 0 ? { timesRealTime: Math.min(...predictions), isMeasured: false } : null;
}

const workOf = (id: string): number | null => findTranscriptionModel(id)?.expectedRtf['1'] ?? null;

const speedOf = ({ speed }: PlannedModel): number => speed?.timesRealTime ?? 0;
