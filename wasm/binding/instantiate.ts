/** What every compiled module exports; addresses and lengths in bytes of `memory`, which may grow. */
export type WithMemory = { readonly memory: { readonly buffer: ArrayBuffer } };

/** A fresh instance with a memory of its own; it lives as long as what was made of it. */
export type Instantiate<Exports> = () => Exports;
