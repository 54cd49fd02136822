import type { Span } from '#wasm/windows/plan-windows.ts';

const worthS = 2;
const shortestStepS = 1;

/**
 * The part of a window that the model has stopped listening to: it wrote an end although two seconds and more of known
 * speech follow. Null where nothing is left, or where nobody knows what is speech.
 */
export function restOfWindow(
  [startS, endS]: Span,
  heardUntilS: number | null,
  speech: readonly Span[] | null,
): Span | null {
  if (heardUntilS === null || speech === null || heardUntilS < startS + shortestStepS) return null;
  const left = speech.reduce(
    (sum, [from, to]) => sum + Math.max(0, Math.min(to, endS) - Math.max(from, heardUntilS)),
    0,
  );
  return left >= worthS ? [heardUntilS, endS] : null;
}
