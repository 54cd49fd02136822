export type UploadSending = {
  bytesSent: number;
  bytesTotal: number;
  /** Bytes that the server has acknowledged. */
  bytesStored: number;
  partBytes: number;
  /** The next try, while one is waited for. `waitsForNetwork`: until the device is online again. */
  retry: { attempt: number; atMs: number } | null;
  waitsForNetwork: boolean;
  /** Last time that more bytes had gone, ms since the epoch. */
  movedAtMs: number;
};

/**
 * Whether a request of an upload that failed with this status (0: no answer) is sent again after a pause. `attempt` counts
 * from 0; a rejected token is renewed and tried once.
 */
export function isUploadRetried(status: number, code: string | null, attempt: number): boolean {
  if (code === 'upload.already_complete' || status === 507) return false;
  if (status === 401) return attempt === 0;
  return (
    status === 0 || status === 408 || status === 409 || status === 423 || status === 429 || status >= 500
  );
}

/** Whole seconds until the next try, never below 0. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((atMs - nowMs) / 1000));

/** §8 names it without a number: from here on a standstill is told, with its seconds. */
export const stallAfterS = 10;

/** Seconds without progress once they are worth a word; null before, and while the standstill has a known reason. */
export function stalledForS(sending: UploadSending, nowMs: number): number | null {
  if (sending.retry || sending.waitsForNetwork) return null;
  const seconds = Math.floor((nowMs - sending.movedAtMs) / 1000);
  return seconds >= stallAfterS ? seconds : null;
}

export type PartCell = { share: number; state: 'waiting' | 'moving' | 'done' | 'failed' };

/** One cell a part: stored ones done, the one under way filled by its share, failed while its next try is waited for. */
export function partCells(sending: UploadSending): PartCell[] {
  const { bytesTotal, partBytes, bytesStored, bytesSent } = sending;
  const count = Math.max(1, Math.ceil(bytesTotal / partBytes));
  return Array.from({ length: count }, (_, index): PartCell => {
    const startBytes = index * partBytes;
    const sizeBytes = Math.min(partBytes, bytesTotal - startBytes);
    if (bytesStored >= startBytes + sizeBytes) return { share: 1, state: 'done' };
    if (bytesStored < startBytes) return { share: 0, state: 'waiting' };
    if (sending.retry) return { share: 0, state: 'failed' };
    return { share: Math.min(1, Math.max(0, (bytesSent - startBytes) / sizeBytes)), state: 'moving' };
  });
}

export const partsDone = (cells: readonly PartCell[]): number =>
  cells.filter((cell) => cell.state === 'done').length;
