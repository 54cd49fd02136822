import { parentPort, workerData } from 'node:worker_threads';
import type { PcmFile } from '#api/engines/transcription/engine.ts';
import { createVoiceActivity } from '#wasm/voice/activity.ts';
import { loadKernel } from '../../tools/kernel.ts';
import { readPcm } from './pcm-reader.ts';

/** A thread that hears where somebody speaks in one file, answers the regions (`Span[]`) and ends. */
const activity = createVoiceActivity({ detect: loadKernel().createDetect() });
for (const block of readPcm(workerData as PcmFile)) await activity.push(block);
parentPort?.postMessage(await activity.finish());
