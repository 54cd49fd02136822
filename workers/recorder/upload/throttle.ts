/** Calls with the latest value at most every `everyMs`, and always with the last one. */
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
