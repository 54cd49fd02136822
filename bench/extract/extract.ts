import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { textLanguages } from '#api/contract/option.ts';
import { goal, round, type Report } from '../report.ts';
import type { Measured } from './measured.worker.ts';

/** Words of the longest recording (§9), at 167 words a minute. */
const words = 25_000;
const mostMs = 2_000;
const mostHeapMb = 256;

/** Extracts summary and minutes of 2:30 h, with one thread per language on one core. */
export async function measure(): Promise<Report> {
  const measured: Record<string, Measured> = {};
  for (const language of textLanguages) {
    const script = new URL('./measured.worker.ts', import.meta.url);
    const worker = new Worker(script, { workerData: { language, words } });
    [measured[language]] = (await once(worker, 'message')) as [Measured];
    await worker.terminate();
  }
  const all = Object.entries(measured);
  const worst = (value: (one: Measured) => number) => Math.max(...all.map(([, one]) => value(one)));
  return {
    name: 'extract',
    rows: all.map(([language, one]) => ({
      language,
      words,
      sentences: one.sentences,
      'first, ms': round(one.coldMs),
      'then, ms': round(one.warmMs),
      'heap, MB': round(one.heapMb),
      keys: one.keys,
      topics: one.topics,
      'dense TextRank alone, ms': round(one.rankedDenselyMs),
      'dense / all of ours': round(one.rankedDenselyMs / one.warmMs),
    })),
    figures: { words, languages: measured },
    goals: [
      goal(
        '2:30 h as summary and minutes, first time, slowest language',
        worst((one) => one.coldMs),
        'ms',
        '<=',
        mostMs,
      ),
      goal(
        'heap beyond the transcript',
        worst((one) => one.heapMb),
        'MB',
        '<=',
        mostHeapMb,
      ),
      goal(
        'all of it beside ranking alone as it is mostly written (dense TextRank)',
        Math.min(...all.map(([, one]) => one.rankedDenselyMs / one.warmMs)),
        'times as fast',
        '>=',
        1,
      ),
    ],
  };
}
