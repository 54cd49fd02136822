import type { Clock } from '#api/lib/clock.ts';

export type RemoteValue<T> = {
  /** Returns the known value at once; if there is none, or it is too old, reads it first. @throws what `read` throws */
  get(): Promise<T>;
  /** Reads the value again, unless that was just tried. @throws what `read` throws or has just thrown */
  renew(): Promise<T>;
  isKnown(): boolean;
};

type Options<T> = {
  read(): Promise<T>;
  clock: Clock;
  /** From this age on, `get` returns the known value and reads a new one in the background. */
  freshMs: number;
  /** From this age on, the known value is no longer used. */
  believedMs: number;
  /** The shortest time between two reads while a value is known. */
  paceMs: number;
  /** Called if a read in the background failed. `ageMs`: age of the known value. */
  onStale(error: unknown, ageMs: number): void;
};

/** A value of another server that seldom changes. While that server does not answer, the last known value is used. */
export function createRemoteValue<T>(options: Options<T>): RemoteValue<T> {
  const { read, clock, freshMs, believedMs, paceMs, onStale } = options;
  let known: { value: T; atMs: number } | null = null;
  let tried: { atMs: number; error?: unknown } | null = null;
  let reading: Promise<T> | null = null;

  // absolute, because after the clock was set back a negative age would make the value look fresh for long
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
