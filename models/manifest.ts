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

const modelSchema = z.object({
  id: z.string().regex(/^[\w-][\w.-]*$/),
  task: z.enum(['transcription']),
  title: z.string(),
  licence: z.string(),
  /** Repository at the model source (`{source}/{repository}/resolve/main/{path}`); null: it comes with this repository. */
  source: z.string().nullable(),
  /** Which weights: `q8` are the `_quantized` files. */
  dtype: z.enum(['q8']),
  /** How much sound the model hears at once, s. */
  chunkLengthS: z.number().positive(),
  /** Languages that we offer with it. */
  languages: z.array(z.string()),
  files: z.array(fileSchema).min(1),
});

export type ModelFile = z.infer<typeof fileSchema>;
export type Model = z.infer<typeof modelSchema>;

/** Every model that we know how to get and run. */
export const models: readonly Model[] = z.array(modelSchema).parse(manifestJson);

export const findModel = (id: string): Model | undefined => models.find((model) => model.id === id);
