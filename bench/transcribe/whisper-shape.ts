/** Dimensions of a model size (Radford et al. 2022, table 1; the published config.json). */
export type Shape = {
  width: number;
  heads: number;
  encoderLayers: number;
  decoderLayers: number;
  melBins: number;
};

export const shapes = {
  'whisper-tiny': { width: 384, heads: 6, encoderLayers: 4, decoderLayers: 4, melBins: 80 },
  'whisper-base': { width: 512, heads: 8, encoderLayers: 6, decoderLayers: 6, melBins: 80 },
} as const satisfies Record<string, Shape>;

/** Size of an attention head. */
export const headSize = 64;
/** Positions of the encoded sound of a window. */
export const soundPositions = 1_500;
export const textPositions = 448;
export const vocabularySize = 51_865;
/** Number of prompt tokens: `<|startoftranscript|>`, the language, `<|transcribe|>`. */
export const promptTokens = 3;
