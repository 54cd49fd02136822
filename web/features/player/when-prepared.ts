import { ApiError } from '#web/lib/api-error.ts';
import { sleep } from '#web/lib/time.ts';

const againMs = 2_000;

/** Asks until the server has made of the audio what players find every moment in: about a minute for 2:30 h. */
export async function whenPrepared<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'player.preparing') throw error;
    }
    await sleep(againMs, signal);
  }
}
