/** Worker for the tests of the bridge: succeeds or fails on request. */
export type EchoContract = {
  echo: { input: string; output: string };
  count: { input: number; output: number; event: number };
  /** Transfers a buffer back and forth. */
  move: { input: { buffer: ArrayBuffer }; output: { buffer: ArrayBuffer } };
  /** Runs until it is cancelled; `wasCancelled` reports it. */
  wait: { input: undefined; output: undefined };
  /** Waits 10 ms with `Atomics.waitAsync`, which nobody notifies. Returns its result, `timed-out`. */
  waitInEngine: { input: undefined; output: string };
  wasCancelled: { input: undefined; output: boolean };
  refuse: { input: string; output: undefined };
  fail: { input: undefined; output: undefined };
  /** Fails as WebAssembly does whose memory does not grow. */
  outgrow: { input: undefined; output: undefined };
  crash: { input: undefined; output: undefined };
};
