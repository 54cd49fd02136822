import { analyseFile } from '#workers/analysis/analysis.client.ts';
import { encodeMp3 } from '#workers/media/media.client.ts';

let longestTaskMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
}).observe({ type: 'longtask' as never });

/** One pass over the picked file, as the page does it. Called by `encode.ts`. */
async function pass() {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  longestTaskMs = 0;
  const { signal } = new AbortController();
  const startedAt = performance.now();
  const { durationS } = await analyseFile(file, { signal, onProgress: () => {} });
  const analysedAt = performance.now();
  const { bytes } = await encodeMp3(file, { signal, onProgress: () => {} });
  const encodedAt = performance.now();
  return {
    analyseMs: analysedAt - startedAt,
    encodeMs: encodedAt - analysedAt,
    durationS,
    bytes,
    longestTaskMs,
  };
}

Object.assign(globalThis, { pass });
