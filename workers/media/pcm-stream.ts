/** Where decoded sound goes: a port for the blocks, and a shared counter that holds the sender back. */
export type PcmSink = { port: MessagePort; credit: SharedArrayBuffer };
