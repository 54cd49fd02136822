import { readAskedJoin } from './asked-join.ts';
import { localStore } from './browser-storage.ts';
import { passKey } from './pass-token.ts';
import { storedRecord } from './stored-record.ts';

/** True if this phone joins a pairing without a sign-in: it has asked for that, or waits at the comparison. */
export function isPassAwaited(): boolean {
  const { claim, grant } = storedRecord(localStore, passKey);
  return readAskedJoin()?.['personId'] === null || (Boolean(claim) && !grant);
}
