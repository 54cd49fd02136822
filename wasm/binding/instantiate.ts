/**
 * The export that all compiled modules have. Their functions take and return addresses in `memory`, in bytes. The
 * memory may grow.
 */
export type WithMemory = { readonly memory: { readonly buffer: ArrayBuffer } };

export type Instantiate<Exports> = () => Exports;
