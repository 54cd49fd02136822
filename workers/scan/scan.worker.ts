import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { enginePaths } from '#workers/engines.ts';
import { fetchPart, loadError } from '#workers/load-part.ts';
import { serve } from '#workers/rpc.ts';
import type { ScanContract } from './scan.contract.ts';

let engine: Promise<unknown> | undefined;

/** Loads the engine from our own server. The package itself would ask a foreign one. */
async function load(): Promise<unknown> {
  try {
    const wasmBinary = await fetchPart(`${enginePaths.zxing}zxing_reader.wasm`);
    return await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  } catch (error) {
    engine = undefined;
    throw await loadError(error, 'worker.failed');
  }
}

serve<ScanContract>({
  async read({ pixels, width, height }) {
    await (engine ??= load());
    const [found] = await readBarcodes(new ImageData(pixels, width, height), {
      formats: ['QRCode'],
      maxNumberOfSymbols: 1,
    });
    return found?.text ?? null;
  },
});
