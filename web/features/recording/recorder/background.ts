/** Logs the failure of work that nobody waits for, unless its owner has ended. */
export type InBackground = (step: string, work: Promise<unknown>) => void;

export const createBackground =
  (onFailure: (step: string, error: unknown) => void, signal: AbortSignal): InBackground =>
  (step, work) => {
    work.catch((error: unknown) => !signal.aborted && onFailure(step, error));
  };
