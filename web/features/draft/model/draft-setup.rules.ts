import type { ModelPlan } from '#workers/preview/preview-models.client.ts';
import type { ModelRefusal } from '#workers/model/model.contract.ts';

/** `none`: there is no model, `cause` says why. `off`: the person wants no draft. `ask`: a download waits for consent. */
export type DraftStatus = 'unknown' | 'none' | 'off' | 'ask' | 'downloading' | 'ready' | 'failed';

/** Why there is no model: the browser cannot run one, the server gave no answer, it has none, or none of them fits. */
export type DraftCause = 'browser' | 'unreachable' | 'none_offered' | 'none_fits';

/** Why a model was not fetched. Without storage it is fetched into memory. */
export type FetchRefusal = { modelId: string; reason: Exclude<ModelRefusal, 'none'> };

/** A download under way. */
export type ModelDownload = { modelId: string; doneBytes: number; totalBytes: number };

/** Models up to this size, such as that of the tests, are fetched without asking. */
const smallBytes = 5_000_000;

type Situation = {
  cause: DraftCause | null;
  plan: ModelPlan | null;
  isOn: boolean;
  inUse: string | null;
  progress: ModelDownload | null;
  refusal: FetchRefusal | null;
};

/** While a model is in use, a further one may be downloaded, or refused. */
export function draftStatus({ cause, plan, isOn, inUse, progress, refusal }: Situation): DraftStatus {
  if (cause) return 'none';
  if (!plan) return 'unknown';
  if (!isOn) return 'off';
  if (inUse) return 'ready';
  if (progress) return 'downloading';
  return refusal ? 'failed' : 'ask';
}

export function draftCause(plan: ModelPlan | null, isUnreachable: boolean): DraftCause | null {
  if (!plan || plan.model) return plan || !isUnreachable ? null : 'unreachable';
  return plan.reason === 'none_fits' ? 'none_fits' : 'none_offered';
}

/** True if a model may be fetched without asking: it is small, or the person has agreed to one of this size. */
export const mayFetch = (bytes: number, agreedBytes: number): boolean =>
  bytes <= Math.max(smallBytes, agreedBytes);
