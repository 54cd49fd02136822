import type { Transport } from '#workers/send/transport.ts';

/** While others are sent for, the sender's watch over a request that does not move is told to wait. */
const patienceMs = 5_000;

type Waiting = { isUrgent: boolean; begin(): void };

/**
 * One request at a time for several uploads (§9: one concurrent upload), by turns; an urgent one, of what is
 * being recorded, is never behind another. A part takes a second or two, so that none waits long.
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
