import { WorkerError } from '#workers/rpc.ts';
import type { ByteSource } from './byte-source.ts';

/**
 * A file or blob that is whole. `read` rejects with `media.unreadable` where the file behind it has changed or gone since it
 * was chosen: a request with such a body only looks like a broken connection.
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
