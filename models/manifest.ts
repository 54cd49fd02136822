import { z } from 'zod';
import manifestJson from './manifest.json' with { type: 'json' };

const fileSchema = z.object({
  /** Path below the model's folder, with forward slashes. */
  path: z.string().regex(/^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/),
  /**
   * Size of the file. Null if size and digest are not published: those of the first download are then recorded, and
   * every later download must match them.
   */
  bytes: z.number().int().positive().nullable(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

const commonFields = {
  id: z.string().regex(/^[\w-][\w.-]*$/),
  title: z.string(),
  licence: z.string(),
  /**
   * Repository at the model source (`{source}/{repository}/resolve/main/{path}`). Null if the files are in this
   * repository.
   */
  source: z.string().nullable(),
  /** Size of all files together, bytes. It is estimated from the model's shape if some sizes are unknown. */
  bytes: z.number().int().positive(),
  files: z.array(fileSchema).min(1),
};

const transcriptionSchema = z.object({
  ...commonFields,
  task: z.literal('transcription'),
  /** Quantisation of the weights: `q8` are the `_quantized` files. */
  dtype: z.enum(['q8']),
  /** Input length of the model, s. */
  chunkLengthS: z.number().positive(),
  languages: z.array(z.string()),
  /** True if the model was trained with text before `<|startoftranscript|>`. Corrected words are passed there. */
  takesPrompt: z.boolean(),
  /**
   * True if every window is transcribed twice, the second time cut at its pauses, and the likelier text is kept. This
   * is for models that mix up neighbouring sentences that are nearly the same. It takes two to three times as long.
   */
  hearsTwice: z.boolean(),
  /**
   * Real-time factor by number of threads, for dense speech on a 3 GHz server core with AVX2. Those of tiny and base
   * are from `bench -- transcribe` (graphs of their shape: 0.035 and 0.06 with one thread), plus half for second
   * readings. Those of small and large-v3-turbo are scaled by the number of multiplications for a window of 30 s. They
   * are used only until this machine has measured its own.
   */
  expectedRtf: z.object({
    '1': z.number().positive(),
    '2': z.number().positive(),
    '4': z.number().positive(),
  }),
});

/** Model that converts audio to a speaker embedding, a vector (api/engines/diarization). */
const speakerSchema = z.object({ ...commonFields, task: z.literal('speaker') });

const modelSchema = z.discriminatedUnion('task', [transcriptionSchema, speakerSchema]);

export type ModelFile = z.infer<typeof fileSchema>;
export type TranscriptionModel = z.infer<typeof transcriptionSchema>;
export type SpeakerModel = z.infer<typeof speakerSchema>;
export type Model = z.infer<typeof modelSchema>;

export const models: readonly Model[] = z.array(modelSchema).parse(manifestJson);

/** The model of the tests, which is part of this repository. It knows the words of synthetic speech only. */
export const testModelId = 'fixture';

export const findModel = (id: string): Model | undefined => models.find((model) => model.id === id);

export const transcriptionModels: readonly TranscriptionModel[] = models.filter(
  (model) => model.task === 'transcription',
);

export const findTranscriptionModel = (id: string): TranscriptionModel | undefined =>
  transcriptionModels.find((model) => model.id === id);

export function expectedRtf(
  { expectedRtf: by }: Pick<TranscriptionModel, 'expectedRtf'>,
  threads: number,
): number {
  return by[threads >= 4 ? '4' : threads >= 2 ? '2' : '1'];
}
