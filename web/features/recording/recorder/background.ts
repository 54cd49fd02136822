/** Logs the failure of work for which nobody waits, unless its owner has ended. */
export type InBackground = (step: string, work: Promise<unknown>) => void;

export const createBackground =
  (onFailure: (step: string, error: unknown) => void, signal: AbortSignal): InBackground =>
  (step, work) => {
    work.catch((error: unknown) => !signal.aborted && onFailure(step, error));
  };
