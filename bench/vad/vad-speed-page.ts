import type { VadTask, VadTimed } from './vad-speed.worker.ts';

const worker = new Worker(new URL('./vad-speed.worker.ts', import.meta.url), { type: 'module' });

/** Runs one task in the worker. `vad-speed.ts` calls this function. */
const vad = (task: VadTask) =>
  new Promise<VadTimed>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data as VadTimed), { once: true });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    worker.postMessage(task);
  });

Object.assign(globalThis, { vad });
