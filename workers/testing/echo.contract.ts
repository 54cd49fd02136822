/** A worker that does on request what workers do, well and badly, for the tests of the bridge. */
export type EchoContract = {
  echo: { input: string; output: string };
  count: { input: number; output: number; event: number };
  /** Takes a buffer, gives it back, and says whether either side still holds it. */
  move: { input: { buffer: ArrayBuffer }; output: { buffer: ArrayBuffer } };
  /** Runs until it is cancelled, and then reports so through `wasCancelled`. */
  wait: { input: undefined; output: undefined };
  wasCancelled: { input: undefined; output: boolean };
  refuse: { input: string; output: undefined };
  fail: { input: undefined; output: undefined };
  crash: { input: undefined; output: undefined };
};
