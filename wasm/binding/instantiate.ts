/** Common exports of compiled modules; addresses and lengths are in bytes of `memory`, which may grow. */
export type WithMemory = { readonly memory: { readonly buffer: ArrayBuffer } };

export type Instantiate<Exports> = () => Exports;
