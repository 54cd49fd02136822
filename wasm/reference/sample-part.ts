/** A part of the analysis as its reference is driven: by interleaved samples instead of planes in the kernel. */
export type SamplePart<Part extends { push: unknown }> = Omit<Part, 'push'> & {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
};
