import { watchMemory } from '#workers/memory.ts';
import { serve, transfer, WorkerError } from '#workers/rpc.ts';
import type { EchoContract } from './echo.contract.ts';

let wasCancelled = false;
const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });

serve<EchoContract>({
  echo: (text) => text,
  count(to, { emit }) {
    for (let i = 1; i <= to; i++) emit(i);
    return to;
  },
  move: ({ buffer }) => transfer({ buffer }, [buffer]),
  wait: (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        wasCancelled = true;
        reject(signal.reason);
      });
    }),
  waitInEngine: async () => await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10).value,
  wasCancelled: () => wasCancelled,
  refuse(code) {
    throw new WorkerError(code, 'as asked');
  },
  fail() {
    throw new TypeError('a mistake of ours');
  },
  outgrow() {
    watchMemory(memory);
    throw new WebAssembly.RuntimeError('unreachable');
  },
  crash() {
    setTimeout(() => {
      throw new Error('outside of any call');
    });
    return new Promise(() => {});
  },
});
