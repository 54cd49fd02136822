import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { Mp3Settings } from './encode.contract.ts';
import { createEncodePool, type EncodePool, type Encoder } from './encode-pool.ts';
import type { EncodedJob, EncoderContract } from './encoder.contract.ts';

/** Loading the core over a slow line may take this long; a stretch of 50 s is encoded in less than one. */
const patience = { loadMs: 180_000, encodeMs: 60_000 };

/**
 * Decoding and looking at the sound keep a core busy beside the encoders; on two cores a second encoder was no faster. Each
 * has an engine of its own, of 65 MB.
 */
const maxEncoders = 3;
export const encoderCount = (cores: number): number => Math.max(1, Math.min(maxEncoders, cores - 1));

export function connectEncoder(): Connection<EncoderContract> {
  const worker = new Worker(new URL('./encoder.worker.ts', import.meta.url), { type: 'module' });
  return connect<EncoderContract>(worker);
}

function openEncoder(settings: Mp3Settings): Encoder<EncodedJob> {
  const connection = connectEncoder();
  const stuck = () => new WorkerError('media.engine_failed', 'time-out');
  let loading: Promise<undefined> | undefined;
  return {
    async encode(job) {
      using watchdog = createWatchdog(patience.loadMs, stuck);
      await watchdog.guard((loading ??= connection.call('load', undefined)));
      watchdog.feed(patience.encodeMs);
      return await watchdog.guard(connection.call('encode', { job, settings }));
    },
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

/** Workers that turn jobs into mp3 frames, as many as the device has cores. */
export const openEncodePool = (settings: Mp3Settings, size: number): EncodePool<EncodedJob> =>
  createEncodePool({ size, open: () => openEncoder(settings) });
