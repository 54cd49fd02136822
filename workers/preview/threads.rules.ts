// More threads gain little with models of this size.
const maxThreads = 4;

type Machine = {
  cores: number;
  /** Whether the page is cross-origin isolated. Without it, browsers give no shared memory to workers. */
  isIsolated: boolean;
};

/**
 * Returns the number of threads for a model. One core is left to the page and the recording. Threads that wait keep their core
 * busy, so with both of two cores the page's tasks took twice as long.
 */
export const threadsFor = ({ cores, isIsolated }: Machine): number =>
  isIsolated ? Math.min(maxThreads, Math.max(1, cores - 1)) : 1;
