import type { Clock } from '#api/lib/clock.ts';

export type RemoteValue<T> = {
  /** What is known, at once; read first where nothing is known that may be believed. @throws what `read` throws */
  get(): Promise<T>;
  /** Read anew, unless that was just tried. @throws what `read` throws or has just thrown */
  renew(): Promise<T>;
  isKnown(): boolean;
};

type Options<T> = {
  read(): Promise<T>;
  clock: Clock;
  /** From this age on it is read anew behind the answer. */
  freshMs: number;
  /** From this age on it is believed no more. */
  believedMs: number;
  /** At least so long between two attempts while something is known. */
  paceMs: number;
  /** An attempt behind an answer failed; what was known has this age. */
  onStale(error: unknown, ageMs: number): void;
};

/** What another server tells and seldom changes. While that server is away, the last that it told holds. */
export function createRemoteValue<T>(options: Options<T>): RemoteValue<T> {
  const { read, clock, freshMs, believedMs, paceMs, onStale } = options;
  let known: { value: T; atMs: number } | null = null;
  let tried: { atMs: number; error?: unknown } | null = null;
  let reading: Promise<T> | null = null;

  // a clock that was set back must not make anything fresh for long
  const since = (ms: number): number => Math.abs(clock.now() - ms);

  const readOnce = (): Promise<T> => {
    reading ??= read()
      .then(
        (value) => {
          known = { value, atMs: clock.now() };
          tried = { atMs: clock.now() };
          return value;
        },
        (error: unknown) => {
          tried = { atMs: clock.now(), error };
          throw error;
        },
      )
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  const mayTry = () => !tried || since(tried.atMs) >= paceMs;

  return {
    isKnown: () => known !== null,
    async get() {
      if (!known || since(known.atMs) >= believedMs) return readOnce();
      const { value, atMs } = known;
      if (since(atMs) >= freshMs && mayTry() && !reading)
        readOnce().catch((error) => onStale(error, since(atMs)));
      return value;
    },
    async renew() {
      if (!known || mayTry() || reading) return readOnce();
      if (tried?.error) throw tried.error;
      return known.value;
    },
  };
}
