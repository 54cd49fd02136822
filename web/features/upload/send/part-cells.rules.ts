import { limits } from '#api/contract/limits.ts';
import { maySend } from '#workers/send/connection.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';

export type PartCell = { share: number; state: 'waiting' | 'moving' | 'done' | 'failed' };

/**
 * Returns the cells of the ruler, one for each part of 8 MB. Stored parts are `done`. The cell of the part that is
 * being sent is filled by the share that was sent. While the connection waits, that cell is marked as failed.
 */
export function partCells(sending: SendState): PartCell[] {
  const { bytesTotal, bytesStored, bytesSent, connection } = sending;
  if (bytesTotal === null) return [];
  const cellBytes = limits.maxPartBytes;
  const count = Math.max(1, Math.ceil(bytesTotal / cellBytes));
  return Array.from({ length: count }, (_, index): PartCell => {
    const startBytes = index * cellBytes;
    const sizeBytes = Math.min(cellBytes, bytesTotal - startBytes);
    if (bytesStored >= startBytes + sizeBytes) return { share: 1, state: 'done' };
    if (bytesSent < startBytes || (bytesSent === startBytes && bytesStored < startBytes))
      return { share: 0, state: 'waiting' };
    const share = Math.min(1, (bytesSent - startBytes) / sizeBytes);
    return { share, state: maySend(connection) ? 'moving' : 'failed' };
  });
}
