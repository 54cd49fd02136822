import { parentPort, workerData } from 'node:worker_threads';
import { createPeaks } from '#wasm/peaks/peaks.ts';
import type { PcmFile } from '#api/engines/transcription/engine.ts';
import { readPcm } from './pcm-reader.ts';

export type PeaksTask = { pcm: PcmFile; sampleRate: number; rate: number };

/** A thread that measures the peaks of one file, answers them (pairs of signed 8-bit) and ends. */
const { pcm, sampleRate, rate } = workerData as PeaksTask;
const peaks = createPeaks({ sampleRate, channels: 1, rate });
for (const block of readPcm(pcm)) peaks.push(block);
parentPort?.postMessage(new Uint8Array(peaks.finish().buffer));
