import { createScope } from '#web/lib/scope.ts';

type Headers = Record<string, string>;

export type SignInGateDeps = {
  /** With a fresh token where there is one; `refused` were answered with 401. */
  headers(refused?: Headers): Promise<Headers>;
  /** Whether the person of this recording is signed in, here or in another tab. */
  isSignedIn(): boolean;
  /** The sign-in may have changed. Returns what ends the listening. */
  onChange(listener: () => void): () => void;
  /** Looks by itself as well, since a tab is not told of its own changes. */
  lookEveryMs: number;
  onSignedOut(isSignedOut: boolean): void;
};

export type SignInGate = Disposable & {
  /** Waits for as long as nobody is signed in: what is sent then is sent as the right person. */
  headers(refused?: Headers): Promise<Headers>;
  /** Resolves when the person is signed in. */
  wait(): Promise<void>;
};

/** A sign-in that ends in the middle of a recording is waited for; the recording goes on meanwhile. */
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
        // The renewal has ended the sign-in, or somebody else has signed in meanwhile.
        if (deps.isSignedIn()) return headers;
      }
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
