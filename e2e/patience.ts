/** Time that a test waits for what it expects, ms. It is long, because a shared machine may be several times slower. */
export const patienceMs = 300_000;
