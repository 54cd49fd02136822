/** Sample rate of the PCM for engines, Hz. Format: mono, signed 16 bit, little endian. */
export const pcmSampleRate = 16_000;
export const pcmBytesPerSample = 2;

/** A headerless file in this format. */
export type PcmFile = { path: string; samples: number };
