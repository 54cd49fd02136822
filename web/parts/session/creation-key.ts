import { isApiError } from '#web/lib/api-error.ts';

type SessionCalls = {
  create(key: string): Promise<string>;
  /** Stores a new key before its use, so that a lost answer cannot lead to a second session. */
  storeKey(key: string): unknown;
};

/**
 * Creates a session with an idempotency key (a UUID) and returns its id. If the session of this key was deleted before
 * its id arrived, another session is created with a new key.
 */
export async function createWithKey(key: string, { create, storeKey }: SessionCalls): Promise<string> {
  try {
    return await create(key);
  } catch (error) {
    if (!isApiError(error, 'session.gone')) throw error;
    const newKey = crypto.randomUUID();
    await storeKey(newKey);
    return await create(newKey);
  }
}
