import { proxy } from 'valtio';
import type { ActivatedPairing, Pairing, PairingEnd, ResolvedPairing } from '#api/contract/pairing.ts';
import type { LinkState } from '#web/features/pairing/link/pairing-link.ts';
import { isApiError, type Problem, problemOf } from '#web/lib/api-error.ts';
import { isPassing } from '#web/lib/http.rules.ts';
import { createScope } from '#web/lib/scope.ts';
import { randomToken } from '#web/lib/random-token.ts';
import type { AskedJoin, AskedJoins } from './asked-join.ts';

export type JoinState = {
  /**
   * `code`: the code is asked for. `question`: shall this phone record for the session? `compare`: the code of the comparison is
   * shown until the desktop confirms. `connected`: the desktop has confirmed. `over`: the pairing has ended before that.
   */
  step: 'code' | 'question' | 'compare' | 'connected' | 'over';
  /** True while a call is under way. */
  isBusy: boolean;
  /** The call that failed, and why. */
  failure: { of: 'resolve' | 'activate'; problem: Problem } | null;
  pairingId: string | null;
  /** Title of the session. Null on a phone without a sign-in, which gets it after the confirmation. */
  title: string | null;
  verificationCode: string | null;
  ended: PairingEnd | 'gone' | null;
  link: LinkState;
  /** Id of an earlier pairing that has unsent audio. The person has been told that joining gives up its pass. */
  unsentOf: string | null;
};

/** The fields of a pairing that the comparison needs. */
type Compared = Pick<Pairing, 'id' | 'state' | 'ended' | 'verification_code'> & {
  session_title: string | null;
};

export type FollowInput = {
  pairingId: string;
  onPairing(pairing: Compared): void;
  onState(state: LinkState): void;
  /** Called once if the server has no such pairing for this phone. */
  onEnd(): void;
};

/** A pairing that an earlier page has joined. */
export type KeptJoin = Pick<JoinState, 'title' | 'verificationCode'> & {
  pairingId: string;
  isConnected: boolean;
};

/** How a phone joins a pairing: in the name of a person, or without a sign-in. */
export type JoinDeps = {
  resolve(code: string): Promise<ResolvedPairing>;
  activate(id: string, code: string, claim: string): Promise<ActivatedPairing>;
  asked: AskedJoins;
  /** Whether a pairing that this phone has joined, or asked to join, is resumed. */
  goesOn: boolean;
  /** Resolves with the id of an earlier pairing that has unsent audio and whose pass would be lost by joining; null if there is none. */
  unsent(nextId: string): Promise<string | null>;
  end(id: string): Promise<void>;
  /** Follows a pairing that was joined, until it is disposed of. */
  follow(input: FollowInput): Disposable;
  kept(): KeptJoin | null;
  /** Stores what this phone has joined. */
  keep(joined: ActivatedPairing): void;
  forget(pairingId: string): void;
  onFailure(step: string, error: unknown): void;
};

/** The steps by which a phone joins a pairing. */
export type Join = Disposable & {
  readonly state: JoinState;
  resolve(code: string): Promise<void>;
  activate(): Promise<void>;
  /** Leaves the pairing, and asks for another code. */
  restart(): void;
};

const start = (): JoinState => ({
  step: 'code',
  isBusy: false,
  failure: null,
  pairingId: null,
  title: null,
  verificationCode: null,
  ended: null,
  link: 'connecting',
  unsentOf: null,
});

/** Creates these steps. A pairing that this phone has joined, or asked to join, is resumed if `goesOn` is set. */
export function createJoin(deps: JoinDeps): Join {
  const scope = createScope();
  const state = proxy<JoinState>(start());
  const comparison = scope.use(createComparison(state, deps));
  const call = createCaller(state, deps, scope.signal);
  let code = '';

  async function activate(): Promise<void> {
    const id = state.pairingId;
    if (state.step !== 'question' || id === null) return;
    const joined = await call('activate', async () => {
      const unsentOf = await deps.unsent(id);
      if (unsentOf !== null && unsentOf !== state.unsentOf) {
        state.unsentOf = unsentOf;
        return null;
      }
      return await askToJoin(deps, { pairingId: id, code, title: state.title });
    });
    if (!joined) return;
    comparison.take(joined);
    comparison.wait(joined.id);
  }

  const asked = deps.goesOn ? deps.asked.read() : null;
  const kept = asked || !deps.goesOn ? null : deps.kept();
  if (asked) {
    code = asked.code;
    Object.assign(state, { step: 'question', pairingId: asked.pairingId, title: asked.title });
    void activate();
  }
  if (kept) {
    const { pairingId, title, verificationCode } = kept;
    Object.assign(state, { pairingId, title, verificationCode });
    if (kept.isConnected) state.step = 'connected';
    else comparison.wait(pairingId);
  }

  return {
    state,
    async resolve(typed) {
      const found = await call('resolve', () => deps.resolve(typed));
      if (!found) return;
      comparison.leave();
      code = typed;
      Object.assign(state, start(), { step: 'question', pairingId: found.id, title: found.session_title });
    },
    activate,
    restart() {
      const { step, pairingId } = state;
      deps.asked.forget();
      if (pairingId !== null && step === 'compare') {
        // The call needs the secret of the phone, which is forgotten after it.
        deps.end(pairingId).catch((error: unknown) => deps.onFailure('end', error));
        deps.forget(pairingId);
      }
      comparison.leave();
      Object.assign(state, start());
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/**
 * Asks the server to let this phone join. The secret of the phone is stored before the call, so that the same call can be
 * repeated if its answer is lost.
 */
async function askToJoin(
  { asked, activate, keep }: JoinDeps,
  to: Omit<AskedJoin, 'claim'>,
): Promise<ActivatedPairing> {
  const before = asked.read();
  const isSame = before?.pairingId === to.pairingId && before.code === to.code;
  const claim = isSame ? before.claim : randomToken();
  asked.keep({ ...to, claim });
  try {
    const answer = await activate(to.pairingId, to.code, claim);
    // The code is used up now, so the claim is kept also if the person has left the screen.
    keep(answer);
    asked.forget();
    return answer;
  } catch (error) {
    if (isApiError(error) && !isPassing(error.status)) asked.forget();
    throw error;
  }
}

/** Returns a function that makes one call at a time, and shows its failure. Its result is null after a failure. */
function createCaller(state: JoinState, { asked, onFailure }: JoinDeps, signal: AbortSignal) {
  return async <T>(of: 'resolve' | 'activate', ask: () => Promise<T | null>): Promise<T | null> => {
    if (state.isBusy) return null;
    Object.assign(state, { isBusy: true, failure: null });
    try {
      const answer = await ask();
      return signal.aborted ? null : answer;
    } catch (error) {
      onFailure(of, error);
      // The server wants a sign-in. The stored request is removed, because with it the guard would let the person in without one
      // (`isPassAwaited`).
      if (isApiError(error, 'auth.required')) asked.forget();
      if (!signal.aborted) state.failure = { of, problem: problemOf(error) };
      return null;
    } finally {
      state.isBusy = false;
    }
  };
}

/** Follows a pairing that this phone has joined, until the desktop confirms it or it ends. */
function createComparison(state: JoinState, deps: JoinDeps) {
  let link: Disposable | null = null;

  function leave(): void {
    const opened = link;
    link = null;
    // This may run inside an event of the link, so the link is disposed of after that event.
    queueMicrotask(() => opened?.[Symbol.dispose]());
  }

  function end(pairingId: string, how: PairingEnd | 'gone'): void {
    deps.forget(pairingId);
    leave();
    // The end is shown only if this page has shown the comparison.
    const wasSeen = state.step === 'compare' && state.verificationCode !== null;
    Object.assign(state, start(), wasSeen ? { step: 'over', ended: how } : {});
  }

  function take({ id, state: now, ended, session_title: title, verification_code }: Compared): void {
    if (now === 'expired') return end(id, ended ?? 'time');
    Object.assign(state, { pairingId: id, title });
    if (verification_code !== null) state.verificationCode = verification_code;
    if (now !== 'connected') return;
    state.step = 'connected';
    leave();
  }

  return {
    leave,
    take,
    /** Waits for the desktop, which confirms or refuses. */
    wait(pairingId: string): void {
      leave();
      state.step = 'compare';
      const opened = deps.follow({
        pairingId,
        onPairing(pairing) {
          if (link === opened) take(pairing);
        },
        onState: (now) => void (state.link = now),
        onEnd: () => end(pairingId, 'gone'),
      });
      link = opened;
    },
    [Symbol.dispose]: leave,
  };
}
