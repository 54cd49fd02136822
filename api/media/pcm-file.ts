/** Hz of the PCM that engines get: mono, signed 16 bit, little endian. */
export const pcmSampleRate = 16_000;
export const pcmBytesPerSample = 2;

/** A file of such PCM, without a header. */
export type PcmFile = { path: string; samples: number };
