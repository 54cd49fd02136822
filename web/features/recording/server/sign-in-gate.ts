import { createScope } from '#web/lib/scope.ts';

type Headers = Record<string, string>;

export type SignInGateDeps = {
  /** Returns headers with a fresh token if possible. `refused` are headers that the server answered with 401. */
  headers(refused?: Headers): Promise<Headers>;
  /** True if the person of this recording is signed in, here or in another tab. */
  isSignedIn(): boolean;
  /** Calls `listener` when the sign-in may have changed. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
  /**
   * Interval between two checks of the sign-in, ms. They are needed because a tab receives no storage events for its
   * own changes.
   */
  lookEveryMs: number;
  onSignedOut(isSignedOut: boolean): void;
};

export type SignInGate = Disposable & {
  /**
   * Waits for the sign-in and returns headers with its token, so that no request is sent in the name of another person.
   */
  headers(refused?: Headers): Promise<Headers>;
  wait(): Promise<void>;
};

/**
 * Creates a gate that waits for the next sign-in if the sign-in ends during a recording. The recording continues
 * meanwhile.
 */
export function createSignInGate(deps: SignInGateDeps): SignInGate {
  const scope = createScope();

  async function wait(): Promise<void> {
    while (!deps.isSignedIn()) {
      scope.signal.throwIfAborted();
      deps.onSignedOut(true);
      await change();
    }
    deps.onSignedOut(false);
  }

  function change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = deps.onChange(resolve);
    const timer = setTimeout(resolve, deps.lookEveryMs);
    const onAbort = () => resolve();
    scope.signal.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => {
      stop();
      clearTimeout(timer);
      scope.signal.removeEventListener('abort', onAbort);
    });
  }

  return {
    wait,
    async headers(refused) {
      for (;;) {
        await wait();
        const headers = await deps.headers(refused);
        // Otherwise the renewal has ended the sign-in, or another person has signed in meanwhile.
        if (deps.isSignedIn()) return headers;
      }
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

type SignInGateOfState = {
  server: Pick<SignInGateDeps, 'headers' | 'isSignedIn' | 'onChange'>;
  timings: { lookForSignInMs: number };
};

/** Opens a gate that writes into the state whether the person is signed out. */
export const openSignInGate = (
  { server, timings }: SignInGateOfState,
  state: { isSignedOut: boolean },
): SignInGate =>
  createSignInGate({
    ...server,
    lookEveryMs: timings.lookForSignInMs,
    onSignedOut(isSignedOut) {
      state.isSignedOut = isSignedOut;
    },
  });
