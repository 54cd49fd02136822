/**
 * Returns a function that calls `act` at most every `everyMs` with the latest value. The last value is never dropped.
 */
export function createThrottle<T>(everyMs: number, act: (value: T) => void): (value: T) => void {
  let latest: { value: T } | null = null;
  let isWaiting = false;
  const wait = () => {
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      if (!latest) return;
      const { value } = latest;
      latest = null;
      act(value);
      wait();
    }, everyMs);
  };
  return (value) => {
    if (isWaiting) {
      latest = { value };
      return;
    }
    act(value);
    wait();
  };
}
