import { z } from 'zod';
import manifestJson from './manifest.json' with { type: 'json' };

const fileSchema = z.object({
  /** Below the model's folder, forward slashes. */
  path: z.string().regex(/^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/),
  /** null: nobody has published size and digest; what the first fetch brings is recorded and held to. */
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
  /** Repository at the model source (`{source}/{repository}/resolve/main/{path}`); null: it comes with this repository. */
  source: z.string().nullable(),
  /** All files together; an estimate from the model's shape where some are unknown. */
  bytes: z.number().int().positive(),
  files: z.array(fileSchema).min(1),
};

const transcriptionSchema = z.object({
  ...commonFields,
  task: z.literal('transcription'),
  /** Which weights: `q8` are the `_quantized` files. */
  dtype: z.enum(['q8']),
  /** How much sound the model hears at once, s. */
  chunkLengthS: z.number().positive(),
  /** Languages that we offer with it. */
  languages: z.array(z.string()),
  /** Was taught to read text that comes before `<|startoftranscript|>`: the words that people corrected. */
  takesPrompt: z.boolean(),
  /**
   * Every window is heard a second time, cut at its pauses, and what is likelier is kept: the model mixes neighbouring sentences
   * that are nearly the same. Two to three times the work.
   */
  hearsTwice: z.boolean(),
  /**
   * s of work for a s of dense speech, by threads, on a server core of 3 GHz with AVX2: what `bench -- transcribe` measured for
   * tiny and base (graphs of their shape: 0.035 and 0.06 with one thread) and half as much again for second readings; small and
   * large-v3-turbo are scaled by their multiplications for a window of 30 s. Only until this machine has measured its own.
   */
  expectedRtf: z.object({
    '1': z.number().positive(),
    '2': z.number().positive(),
    '4': z.number().positive(),
  }),
});

/** Tells voices apart: sound in, a vector out (api/engines/diarization). */
const speakerSchema = z.object({ ...commonFields, task: z.literal('speaker') });

const modelSchema = z.discriminatedUnion('task', [transcriptionSchema, speakerSchema]);

export type ModelFile = z.infer<typeof fileSchema>;
export type TranscriptionModel = z.infer<typeof transcriptionSchema>;
export type SpeakerModel = z.infer<typeof speakerSchema>;
export type Model = z.infer<typeof modelSchema>;

/** Every model that we know how to get and run. */
export const models: readonly Model[] = z.array(modelSchema).parse(manifestJson);

export const findModel = (id: string): Model | undefined => models.find((model) => model.id === id);

/** What `TRANSCRIPTION_MODEL` may name. */
export const transcriptionModels: readonly TranscriptionModel[] = models.filter(
  (model) => model.task === 'transcription',
);

export const findTranscriptionModel = (id: string): TranscriptionModel | undefined =>
  transcriptionModels.find((model) => model.id === id);

/** What a model is expected to take on so many threads, s for a s of sound. */
export function expectedRtf(
  { expectedRtf: by }: Pick<TranscriptionModel, 'expectedRtf'>,
  threads: number,
): number {
  return by[threads >= 4 ? '4' : threads >= 2 ? '2' : '1'];
}
