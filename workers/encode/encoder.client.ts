import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { Mp3Settings } from './encode.contract.ts';
import { createEncodePool, type EncodePool, type Encoder } from './encode-pool.ts';
import type { EncodedJob, EncoderContract } from './encoder.contract.ts';

/** Loading the core over a slow line may take this long; a stretch of 50 s is encoded in less than one. */
const patience = { loadMs: 180_000, encodeMs: 60_000 };

/**
 * Encoding is the largest part of a pass: LAME takes some 37 s of a core for 2:30 h (240 × real time in one worker, 235 × in
 * each of two side by side), which on two cores is about as much as everything else together. One encoder alone would be the
 * last to end; with two, both cores are busy to the end whatever the other stages cost. From four cores on the decoder and the
 * listener have one each, and beyond three encoders they would be the slower ones. Each has an engine of its own, of 65 MB.
 */
const maxEncoders = 3;
export const encoderCount = (cores: number): number =>
  Math.max(Math.min(2, cores), Math.min(maxEncoders, cores - 1));

export function connectEncoder(): Connection<EncoderContract> {
  const worker = new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module' });
  return connect<EncoderContract>(worker);
}

function openEncoder(settings: Mp3Settings): Encoder<EncodedJob> {
  const connection = connectEncoder();
  const stuck = () => new WorkerError('media.engine_failed', 'time-out');
  const loading = connection.call('load', undefined);
  // Told to the job that needs it.
  loading.catch(() => {});
  return {
    async encode(job) {
      using watchdog = createWatchdog(patience.loadMs, stuck);
      await watchdog.guard(loading);
      watchdog.feed(patience.encodeMs);
      return await watchdog.guard(connection.call('encode', { job, settings }));
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

/** Workers that turn jobs into mp3 frames, as many as the device has cores. */
export const openEncodePool = (settings: Mp3Settings, size: number): EncodePool<EncodedJob> =>
  createEncodePool({ size, open: () => openEncoder(settings) });
