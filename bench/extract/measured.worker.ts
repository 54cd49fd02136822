import { parentPort, workerData } from 'node:worker_threads';
import type { TextLanguage } from '#api/contract/option.ts';
import { extract } from '#api/engines/text/extract/extract.ts';
import { render } from '#api/engines/text/extract/render.ts';
import { toSentences } from '#api/engines/text/extract/sentences.rules.ts';
import { createWordSense, toWords } from '#api/engines/text/extract/words.rules.ts';
import { denseRanks } from './dense-ranks.ts';
import { longConversation } from './long-conversation.ts';

export type Measured = {
  /** CPU time, ms: of the first run in a new thread, and of the best of three later runs. */
  coldMs: number;
  warmMs: number;
  sentences: number;
  keys: number;
  topics: number;
  /** Largest growth of the thread's heap, MB, measured after each step. */
  heapMb: number;
  rankedDenselyMs: number;
};

const { language, words } = workerData as { language: TextLanguage; words: number };

const conversation = longConversation(language, words);
const task = { ...conversation, form: 'text', label: 'summary' } as const;
const before = process.memoryUsage().heapUsed;
let most = before;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function run() {
  const from = cpuMs();
  const found = extract(conversation);
  most = Math.max(most, process.memoryUsage().heapUsed);
  render(task, found);
  render({ ...task, form: 'minutes', label: 'minutes' }, found);
  most = Math.max(most, process.memoryUsage().heapUsed);
  return { ms: cpuMs() - from, found };
}

const cold = run();
const warmMs = Math.min(run().ms, run().ms, run().ms);

const sense = createWordSense(language);
const sentences = toSentences(conversation.segments, language);
const from = cpuMs();
denseRanks(sentences.map(({ text }) => toWords(text).flatMap((word) => sense.stem(word) ?? [])));
const rankedDenselyMs = cpuMs() - from;

const measured: Measured = {
  coldMs: cold.ms,
  warmMs,
  sentences: sentences.length,
  keys: cold.found.key.length,
  topics: cold.found.topics.length,
  heapMb: (most - before) / 2 ** 20,
  rankedDenselyMs,
};
parentPort?.postMessage(measured);
