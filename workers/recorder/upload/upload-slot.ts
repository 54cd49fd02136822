import type { Transport } from '#workers/send/transport.ts';

/** Interval, ms, in which a request that waits for its turn reports progress, so that it does not count as stalled. */
const patienceMs = 5_000;

type Waiting = { isUrgent: boolean; begin(): void };

/**
 * Serialises the requests of all uploads (§9: one concurrent upload). Urgent requests, of the running recording, precede
 * the others. A part takes 1 to 2 s, so no request waits long.
 */
export function createUploadSlot(transport: Transport): (isUrgent: boolean) => Transport {
  const waiting: Waiting[] = [];
  let isBusy = false;

  const next = () => {
    const urgent = waiting.findIndex(({ isUrgent }) => isUrgent);
    const [first] = waiting.splice(Math.max(0, urgent), 1);
    isBusy = first !== undefined;
    first?.begin();
  };

  const turn = (isUrgent: boolean, signal: AbortSignal, ping: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (!isBusy) {
        isBusy = true;
        return resolve();
      }
      const pings = setInterval(ping, patienceMs);
      const end = () => {
        clearInterval(pings);
        signal.removeEventListener('abort', onAbort);
      };
      const place: Waiting = {
        isUrgent,
        begin() {
          end();
          resolve();
        },
      };
      const onAbort = () => {
        end();
        waiting.splice(waiting.indexOf(place), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(place);
    });

  return (isUrgent) => async (request) => {
    await turn(isUrgent, request.signal, () => request.onProgress(0));
    try {
      return await transport(request);
    } finally {
      next();
    }
  };
}
