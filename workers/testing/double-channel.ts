/** On this channel a worker with a server in it (`xhr-double.ts`) is asked what that has. */
export const doubleChannel = 'tus-double';
export type DoubleNews = { session: string; bytes: Uint8Array<ArrayBuffer>; length: number | null }[];

/** On this one a worker (`full-disk.ts`) is told whether its storage is full. */
export const fullDiskChannel = 'full-disk';
