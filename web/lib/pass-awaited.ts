import { localStore, sessionStore } from './browser-storage.ts';
import { askedJoinKey, passKey, stored } from './pass-token.ts';

/** True if this phone joins a pairing without a sign-in: it has asked for that, or waits at the comparison. */
export function isPassAwaited(): boolean {
  const { personId, endsAtMs } = stored(sessionStore, askedJoinKey);
  const { claim, grant } = stored(localStore, passKey);
  return (personId === null && Number(endsAtMs) > Date.now()) || (Boolean(claim) && !grant);
}
