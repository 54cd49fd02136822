import { loadKernel } from '#workers/kernel.ts';
import { serve, transfer, WorkerError } from '#workers/rpc.ts';
import type { FileWindowsContract } from './file-windows.contract.ts';
import { createWindowReader } from './window-reader.ts';

let reader: ReturnType<typeof createWindowReader> | undefined;

serve<FileWindowsContract>({
  async open({ source, ...format }) {
    reader = createWindowReader(source, { ...format, kernel: await loadKernel() });
    return undefined;
  },

  async next() {
    if (!reader) throw new WorkerError('media.engine_failed', 'no sound was opened');
    const window = await reader.next();
    return window && transfer(window, [window.samples.buffer]);
  },
});
