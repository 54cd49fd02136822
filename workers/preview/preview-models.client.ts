import type { OfferedModel } from '#api/contract/model.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import type { PreviewModel } from './preview.contract.ts';

export {
  largestByItself,
  type ModelPlan,
  type PlannedModel,
  planModel,
  type PlanReason,
  usableModel,
} from './model-plan.rules.ts';

/** Adds how a model is run. Returns null if this version of the page does not know the model, or if it writes no text. */
export function toPreviewModel({ id, files }: OfferedModel): PreviewModel | null {
  const known = findTranscriptionModel(id);
  if (!known) return null;
  const { dtype, hearsTwice, chunkLengthS } = known;
  return { id, dtype, hearsTwice, chunkLengthS, files };
}

/** The smallest module with an instruction on vectors, which the runtime of the models needs. */
const vectorModule = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

/** Returns whether this browser can run models. */
export const canRunModels = (): boolean =>
  typeof WebAssembly === 'object' && WebAssembly.validate(vectorModule);
