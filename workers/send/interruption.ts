export type Interruption = {
  /** Aborts the current step, if there is one. */
  interrupt(): void;
  /** Runs a step. Returns null if it was interrupted; rejects with the reason of `life` if that is aborted. */
  run<T>(step: (signal: AbortSignal) => Promise<T>): Promise<T | null>;
};

/**
 * Creates a runner of steps, one at a time. A step can be interrupted without ending the whole, which ends with `life`.
 */
export function createInterruption(life: AbortSignal): Interruption {
  let interrupt = () => {};
  return {
    interrupt: () => interrupt(),
    async run(step) {
      life.throwIfAborted();
      const controller = new AbortController();
      const end = () => controller.abort(new DOMException('Interrupted.', 'AbortError'));
      interrupt = end;
      life.addEventListener('abort', end, { once: true });
      try {
        return await step(controller.signal);
      } catch (error) {
        life.throwIfAborted();
        if (!controller.signal.aborted) throw error;
        return null;
      } finally {
        life.removeEventListener('abort', end);
        interrupt = () => {};
      }
    },
  };
}
