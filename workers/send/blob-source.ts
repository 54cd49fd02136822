import { WorkerError } from '#workers/rpc.ts';
import type { ByteSource } from './byte-source.ts';

/**
 * Creates the source of a complete file. `read` rejects with `media.unreadable` if the file has changed or is gone. As
 * a request body such a file would only look like a broken connection.
 */
export const createBlobSource = (blob: Blob): ByteSource => ({
  bytes: () => blob.size,
  isFinal: () => true,
  async read(from, to) {
    const part = blob.slice(from, to);
    try {
      await part.slice(0, 1).arrayBuffer();
    } catch (error) {
      throw new WorkerError('media.unreadable', String(error));
    }
    return part;
  },
  more: () => Promise.resolve(),
});
