export type Steps = {
  /** Aborts the running step and starts the next. Resolves when that step has ended, even if it has failed. */
  run(step: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Aborts the running step. */
  stop(): void;
};

/** Runs the steps of an upload, one at a time. `onFailed` gets the error of a step, unless the step was aborted. */
export function createSteps(onFailed: (error: unknown) => Promise<void>): Steps {
  let running: AbortController | null = null;
  const stop = () => {
    running?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    running = null;
  };
  return {
    stop,
    async run(step) {
      stop();
      const controller = new AbortController();
      running = controller;
      try {
        await step(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) await onFailed(error);
      } finally {
        if (running === controller) running = null;
      }
    },
  };
}
