import type { Clock } from '#api/lib/clock.ts';

export type RemoteValue<T> = {
  /** Returns the cached value. If there is none or it is too old, it is read first. @throws what `read` throws */
  get(): Promise<T>;
  /** Reads the value again, unless the last read began less than `minMs` (by default `paceMs`) ago. @throws what `read` throws, or threw at the last try */
  renew(minMs?: number): Promise<T>;
  isKnown(): boolean;
};

type Options<T> = {
  read(): Promise<T>;
  clock: Clock;
  /** Age, ms, from which `get` still returns the cached value, but also reads it again in the background. */
  freshMs: number;
  /** Age, ms, from which the cached value is no longer used. */
  believedMs: number;
  /** Minimum time between two reads while a value is cached, ms. `renew` may set another one. */
  paceMs: number;
  /** Called when a read in the background fails. `ageMs` is the age of the cached value, ms. */
  onStale(error: unknown, ageMs: number): void;
};

/** Caches a value of another server that seldom changes. While that server is unreachable, the last value is used. */
export function createRemoteValue<T>(options: Options<T>): RemoteValue<T> {
  const { read, clock, freshMs, believedMs, paceMs, onStale } = options;
  let known: { value: T; atMs: number } | null = null;
  let tried: { atMs: number; error?: unknown } | null = null;
  let reading: Promise<T> | null = null;

  // The absolute value is used, because a clock that was set back gives a negative age, which would look fresh.
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

  const mayTry = (minMs: number) => !tried || since(tried.atMs) >= minMs;

  return {
    isKnown: () => known !== null,
    async get() {
      if (!known || since(known.atMs) >= believedMs) return readOnce();
      const { value, atMs } = known;
      if (since(atMs) >= freshMs && mayTry(paceMs) && !reading)
        readOnce().catch((error) => onStale(error, since(atMs)));
      return value;
    },
    async renew(minMs = paceMs) {
      if (!known || mayTry(minMs) || reading) return readOnce();
      if (tried?.error) throw tried.error;
      return known.value;
    },
  };
}
