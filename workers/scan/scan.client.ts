import { connect, transfer } from '#workers/rpc.ts';
import type { ScanContract, ScanPicture } from './scan.contract.ts';

/** Reads QR codes in a worker, for browsers that have no detector of their own. Disposing of it ends the worker. */
export type QrReader = Disposable & {
  /** Resolves with the text of the QR code in a picture, or null. The picture is moved to the worker. */
  read(picture: ScanPicture): Promise<string | null>;
};

export function openQrReader(): QrReader {
  const worker = new Worker(new URL('./scan.worker.ts', import.meta.url), { type: 'module' });
  const connection = connect<ScanContract>(worker);
  return {
    read: (picture) => connection.call('read', transfer(picture, [picture.pixels.buffer])),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}
