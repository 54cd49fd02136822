import type { ActivatedPairing, StartedPairing } from '#api/contract/pairing.ts';

type Send = (path: string, json: object) => Promise<Response>;

/** A pairing with the code that was shown, and once a phone has joined, what that phone knows. */
export type BuiltPairing = { id: string; code: string; claim: string; verification: string };

/**
 * Builds pairings by calls, each up to a step. `send` sends a call of the person, `sendAsGuest` one without a sign-in. With `isQuick` the
 * phone joins without a sign-in.
 */
export function createPairingBuilder(send: Send, sendAsGuest: Send = send) {
  const call = async <T>(path: string, json: object, by = send): Promise<T> => {
    const response = await by(`/api/v1/pairings${path}`, json);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const start = async (sessionId: string): Promise<BuiltPairing> => {
    const { id, code } = await call<StartedPairing>('', { session_id: sessionId });
    return { id, code, claim: '', verification: '' };
  };
  const join = async (sessionId: string, { isQuick = false } = {}): Promise<BuiltPairing> => {
    const started = await start(sessionId);
    const { claim, verification_code: verification } = await call<ActivatedPairing>(
      `/${started.id}/activate`,
      { code: started.code },
      isQuick ? sendAsGuest : send,
    );
    return { ...started, claim, verification: verification ?? '' };
  };
  const connect = async (sessionId: string, how: { isQuick?: boolean } = {}): Promise<BuiltPairing> => {
    const joined = await join(sessionId, how);
    await call(`/${joined.id}/confirm`, { verification_code: joined.verification });
    return joined;
  };
  return { start, join, connect };
}
