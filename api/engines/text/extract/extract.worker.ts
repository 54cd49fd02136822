import { parentPort } from 'node:worker_threads';
import type { MadeText } from '#api/engines/text/text-engine.ts';
import { extract } from './extract.ts';
import { render, type RenderTask } from './render.ts';

export type ExtractTask = RenderTask & { focus: string };

parentPort?.on('message', (task: ExtractTask) => {
  const made: MadeText = render(task, extract(task));
  parentPort?.postMessage(made);
});
