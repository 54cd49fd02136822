import type { Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { limits, MB } from '#api/contract/limits.ts';
import { recordingMetadataSchema, type RecordingMetadata } from '#api/contract/recording.ts';
import { AppError } from '#api/lib/error.ts';

/** Largest multipart body: there is room for many speech regions. */
export const maxCompletionBytes = 12 * MB;
const maxPeaksBytes = MB;

type Completion = { metadata: RecordingMetadata; peaks: Uint8Array | null };

const invalid = (path: string, message: string) =>
  new AppError('request.invalid', { extra: { errors: [{ path, message }] } });

/**
 * Reads and checks the body of recording-complete.
 * @throws AppError `request.invalid`, `request.too_large`, `request.media_type`
 */
export async function readCompletion(c: Context<AppEnv>): Promise<Completion> {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('request.media_type');
  const form = await c.req.formData().catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError('request.invalid', { cause });
  });
  const field = form.get('metadata');
  const text = typeof field === 'string' ? field : await field?.text();
  if (!text) throw invalid('metadata', 'is missing');
  const { success, data, error } = recordingMetadataSchema.safeParse(parseJson(text));
  if (!success) {
    const errors = error.issues.map(({ path, message }) => ({
      path: ['metadata', ...path].join('.'),
      message,
    }));
    throw new AppError('request.invalid', { extra: { errors } });
  }
  const { maxAcceptedAudioS: maxS, maxDraftBytes } = limits;
  if (data.draft && Buffer.byteLength(JSON.stringify(data.draft)) > maxDraftBytes)
    throw invalid('metadata.draft', `must be at most ${maxDraftBytes / MB} MB of JSON`);
  if (data.duration > maxS) throw invalid('metadata.duration', `must be at most ${maxS} s`);
  return { metadata: data, peaks: await readPeaks(form.get('peaks')) };
}

async function readPeaks(field: File | string | null): Promise<Uint8Array | null> {
  if (field === null) return null;
  if (typeof field === 'string') throw invalid('peaks', 'must be a file');
  if (field.size > maxPeaksBytes) throw new AppError('request.too_large');
  if (field.size % 2 !== 0) throw invalid('peaks', 'must be pairs of octets');
  return field.size === 0 ? null : new Uint8Array(await field.arrayBuffer());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('request.invalid', {
      cause,
      extra: { errors: [{ path: 'metadata', message: 'is no JSON' }] },
    });
  }
}
