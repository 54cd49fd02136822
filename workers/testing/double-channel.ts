/** BroadcastChannel on which `xhr-double.ts` reports its uploads. */
export const doubleChannel = 'tus-double';
export type DoubleNews = { session: string; bytes: Uint8Array<ArrayBuffer>; length: number | null }[];

/** BroadcastChannel that tells `full-disk.ts` whether storage is full. */
export const fullDiskChannel = 'full-disk';

/** BroadcastChannel that sets the faults of the server in `model.worker.ts`, which answers `set`. */
export const modelFaultsChannel = 'model-faults';

/** BroadcastChannel on which the worker in `preview.worker.ts` answers `ask` with the addresses that it asked for. */
export const previewRequestsChannel = 'preview-requests';
