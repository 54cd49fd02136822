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
 * Polls for the pass of a phone without a sign-in, until the desktop has confirmed or the pairing is over. The pass is stored before
 * `onPairing` reports `connected`.
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
    // Another tab has received the pass.
    if (pass.grant) return tell(input, 'connected', null);
    try {
      const given = await deps.ask(pairingId, pass.claim, signal);
      // The phone may have joined another pairing during the call.
      if (deps.pass.read()?.pairingId !== pairingId) return;
      // The pass is stored even if the person has left the screen during the call: the server may not give it a second time.
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

/**
 * Returns the meaning of a failure. `early`: the desktop has not confirmed yet. `over`: the pairing has ended. `gone`: the server does not
 * know it for this phone. `later`: the same call may succeed later.
 */
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
