import { api } from '#web/lib/http.ts';
import { failureToOutcome, type HealthOutcome } from './network.rules.ts';

/** Asks the health call (§4). It ends within 5 s and is not retried. */
export const askHealth = (): Promise<HealthOutcome> =>
  api.v1.health
    .$get()
    .then(async (response): Promise<HealthOutcome> => {
      // The sign-in page of a public network answers every address with 200.
      const body: unknown = await response.json().catch(() => null);
      return typeof body === 'object' && body !== null && 'status' in body ? 'reached' : 'foreign';
    })
    .catch(failureToOutcome);

/**
 * Returns whether anything answers under a path of this origin, whatever it says. The question has no token and no effect, and
 * the service worker leaves it to the network.
 */
export const isAnswered = (path: string): Promise<boolean> =>
  fetch(path, { method: 'HEAD', cache: 'no-store', credentials: 'omit', redirect: 'manual' }).then(
    () => true,
    () => false,
  );
