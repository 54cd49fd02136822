import { z } from 'zod';

const modelFileSchema = z.object({
  /** Path below the model's folder, with forward slashes. */
  path: z.string(),
  bytes: z.number().int().positive(),
  /** SHA-256, in hex. `/models/<sha256>` answers the file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ModelFile = z.infer<typeof modelFileSchema>;

const modelSchema = z.object({
  id: z.string(),
  /** What it does: `transcription` writes text, `speaker` tells voices apart. Further tasks may follow. */
  task: z.string(),
  title: z.string(),
  /** Size of all files together. */
  bytes: z.number().int().positive(),
  files: z.array(modelFileSchema).min(1),
});
export type OfferedModel = z.infer<typeof modelSchema>;

/** Answer of `GET /api/v1/models`: the models that lie complete in the models folder of the server. */
export const modelListSchema = z.array(modelSchema);

/** Address of a model file. What it answers never changes. */
export const modelFileAddress = (sha256: string): string => `/models/${sha256}`;
