/** Reports a suspension of the audio context by the browser if it is long enough. Disposing ends the wait. */
type Suspension = Disposable & {
  begin(): void;
  end(): void;
};

type SuspensionInput = {
  /** Length of a suspension below which it is not reported, ms. */
  reportAfterMs: number;
  /** Returns the position at which recorded sound is missing from now on, s; null if nothing is being recorded. */
  positionS(): number | null;
  onReport(): void;
  /**
   * Called when the audio context runs again. `fromS` is the position at which recorded audio is missing, s; null if
   * none is missing.
   */
  onEnd(fromS: number | null): void;
};

export function createSuspension(input: SuspensionInput): Suspension {
  let fromS: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        fromS = input.positionS();
        input.onReport();
      }, input.reportAfterMs);
    },
    end() {
      clearTimeout(timer);
      input.onEnd(fromS);
      fromS = null;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
