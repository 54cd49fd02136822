/** Reference of an analysis part: takes interleaved samples instead of planes in the kernel. */
export type SamplePart<Part extends { push: unknown }> = Omit<Part, 'push'> & {
  push(block: Float32Array): void;
};
