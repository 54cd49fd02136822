// More threads gain little with models of this size.
const maxThreads = 4;

type Machine = {
  cores: number;
  /** Whether the page is cross-origin isolated. Without it, browsers give no shared memory to workers. */
  isIsolated: boolean;
};

/**
 * Returns the number of threads for a model. From three cores on, one is left to the recording. On two cores both are
 * used: the recorder needs little, and a second thread halves the time to the first words.
 */
export const threadsFor = ({ cores, isIsolated }: Machine): number =>
  isIsolated ? Math.min(maxThreads, cores, Math.max(2, cores - 1)) : 1;
