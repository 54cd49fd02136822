// More threads gain little with models of this size, and the recording needs cores too.
const maxThreads = 4;

type Machine = {
  cores: number;
  /** Whether the page is cross-origin isolated. Without it, browsers give no shared memory to workers. */
  isIsolated: boolean;
};

/** Returns the number of threads for a model. */
export const threadsFor = ({ cores, isIsolated }: Machine): number =>
  isIsolated ? Math.max(1, Math.min(maxThreads, cores)) : 1;
