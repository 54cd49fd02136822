import type { Trial } from '#wasm/whisper/whisper-model.ts';
import type { BackendReason, PreviewBackend } from './preview.contract.ts';

/** A back end, and why it was chosen. */
export type BackendChoice = { backend: PreviewBackend; backendReason: BackendReason };

// Number of tokens for which the times are compared: a window of a draft has some ten words.
const tokensPerWindow = 30;
// Greatest difference between the probabilities of a token on both. Rounding changes them by much less.
const tolerance = 0.1;
// Below this probability another token may be nearly as likely. Then rounding decides, and two right computations may differ.
const undecided = 0.5;

const windowMs = ({ firstMs, tokenMs }: Trial) => firstMs + (tokensPerWindow - 1) * tokenMs;

/** True if a back end writes what the other one does. After a token that is not sure, all others may differ. */
function agrees(trial: Trial, known: Trial): boolean {
  for (const [index, { id, probability }] of known.tokens.entries()) {
    const other = trial.tokens[index];
    // A probability that is not a number is not near either.
    if (!other || !(Math.abs(other.probability - probability) <= tolerance)) return false;
    if (other.id !== id) return probability < undecided;
  }
  return true;
}

/** Chooses by a trial on each: the graphics card if it writes the same text, and sooner. */
export function chooseBackend(wasm: Trial, webgpu: Trial): BackendChoice {
  if (!agrees(webgpu, wasm)) return { backend: 'wasm', backendReason: 'gpu_failed' };
  return { backend: windowMs(webgpu) < windowMs(wasm) ? 'webgpu' : 'wasm', backendReason: 'faster' };
}
