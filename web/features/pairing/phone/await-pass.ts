import type { PairingTokens } from '#api/contract/pairing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { isPassing } from '#web/lib/http.rules.ts';
import type { PassGrant, PassStore } from '#web/lib/phone-pass.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep, type Timings } from '#web/lib/time.ts';
import type { FollowInput } from './join.state.ts';
import { endOf } from './pairing-end.rules.ts';

export type AwaitPassDeps = {
  ask(pairingId: string, claim: string, signal: AbortSignal): Promise<PairingTokens>;
  pass: Pick<PassStore, 'read' | 'write'>;
  timings: Pick<Timings, 'pairingPollMs'>;
  now(): number;
};

/**
 * Asks again and again for the pass of a phone without a sign-in, until the desktop has confirmed or the pairing is over. The pass
 * is stored before that is told.
 */
export function awaitPass(input: FollowInput, deps: AwaitPassDeps): Disposable {
  const scope = createScope();
  void run(input, deps, scope.signal);
  return scope;
}

async function run(input: FollowInput, deps: AwaitPassDeps, signal: AbortSignal): Promise<void> {
  const { pairingId } = input;
  while (!signal.aborted) {
    const pass = deps.pass.read();
    if (pass?.pairingId !== pairingId || pass.claim === null) return input.onEnd();
    // Another tab has got the pass.
    if (pass.grant) return tell(input, 'connected', null);
    try {
      const given = await deps.ask(pairingId, pass.claim, signal);
      // Meanwhile the phone may have joined another pairing.
      if (deps.pass.read()?.pairingId !== pairingId) return;
      // An answer that comes after the person has left is stored too: it may be the only one.
      deps.pass.write({ ...pass, verificationCode: null, grant: grantOf(given, deps.now()) });
      if (!signal.aborted) tell(input, 'connected', null);
      return;
    } catch (error) {
      if (signal.aborted) return;
      const is = meaningOf(error);
      if (is === 'gone' && deps.pass.read()?.grant) continue;
      if (is === 'gone') return input.onEnd();
      if (is === 'over') return tell(input, 'expired', error);
      input.onState(is === 'early' ? 'polling' : 'lost');
    }
    await sleep(deps.timings.pairingPollMs, signal).catch(() => {});
  }
}

/** What a failure says: the desktop has not confirmed yet, the pairing has ended, it is not of this phone, or the call may succeed later. */
function meaningOf(error: unknown): 'early' | 'over' | 'gone' | 'later' {
  if (!(error instanceof ApiError)) return 'later';
  if (error.code === 'pairing.not_connected') return 'early';
  if (error.status === 410) return 'over';
  return isPassing(error.status) && error.status !== 401 ? 'later' : 'gone';
}

function tell({ pairingId, onPairing }: FollowInput, state: 'connected' | 'expired', error: unknown): void {
  const end = state === 'expired' ? endOf(error) : null;
  onPairing({
    id: pairingId,
    state,
    ended: end === 'gone' ? null : end,
    verification_code: null,
    session_title: null,
  });
}

const grantOf = (given: PairingTokens, nowMs: number): PassGrant => ({
  token: given.access_token,
  expiresAtMs: nowMs + given.expires_in * 1000,
  sinceMs: nowMs,
  userId: given.user_id,
  session: given.session,
  isSent: false,
});
