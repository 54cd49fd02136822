/** Calls `run` once after `ms`. Returns a function that takes it back. Tests let the time pass by hand. */
export type Later = (ms: number, run: () => void) => () => void;

/** Does not keep the process alive. */
export const later: Later = (ms, run) => {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
};
