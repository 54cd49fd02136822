import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { Mp3Settings } from './encode.contract.ts';
import { createEncodePool, type EncodePool, type Encoder } from './encode-pool.ts';
import type { EncodedJob, EncoderContract } from './encoder.contract.ts';

/**
 * Time limits, ms. `loadMs` is for loading the encoder, over a slow connection too. `encodeMs` is for one job: 50 s of sound
 * take less than 1 s.
 */
const patience = { loadMs: 180_000, encodeMs: 60_000 };

/**
 * Largest number of encoders. Encoding is the most expensive stage: LAME takes about 37 s of one core for 2:30 h (240 × real
 * time; 235 × with two workers in parallel). On two cores, two encoders keep both busy to the end. From four cores on,
 * decoder and analysis take one core each, and more than three encoders do not help. Each encoder needs 65 MB.
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
  // If `loading` fails, the first job rejects with its error, because it waits for `loading`.
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

export const openEncodePool = (settings: Mp3Settings, size: number): EncodePool<EncodedJob> =>
  createEncodePool({ size, open: () => openEncoder(settings) });
