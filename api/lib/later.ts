/** Calls `run` once after `ms`. Returns a function that cancels the timer. Tests replace it by one that runs by hand. */
export type Later = (ms: number, run: () => void) => () => void;

/** The timer of the system. A pending one does not keep the process alive. */
export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};
