import { localStore, sessionStore } from './browser-storage.ts';
import { askedJoinKey, passKey } from './pass-token.ts';
import { storedRecord } from './stored-record.ts';

/** True if this phone joins a pairing without a sign-in: it has asked for that, or waits at the comparison. */
export function isPassAwaited(): boolean {
  const { personId, endsAtMs } = storedRecord(sessionStore, askedJoinKey);
  const { claim, grant } = storedRecord(localStore, passKey);
  return (personId === null && Number(endsAtMs) > Date.now()) || (Boolean(claim) && !grant);
}
