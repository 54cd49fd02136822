import type { Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { sentDraftSchema, type Draft } from '#api/contract/draft.ts';
import { limits, MB } from '#api/contract/limits.ts';
import { recordingMetadataSchema, type RecordingMetadata } from '#api/contract/recording.ts';
import { hasTag } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';

/** Largest multipart body: there is room for many speech regions. */
export const maxCompletionBytes = 12 * MB;
const maxPeaksBytes = MB;

type Completion = { metadata: RecordingMetadata; peaks: Uint8Array | null };

const invalid = (path: string, message: string) =>
  new AppError('request.invalid', { extra: { errors: [{ path, message }] } });

/**
 * Reads and checks the body of recording-complete. A draft that cannot be read is left out, and so is one that the host has
 * switched off.
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
  const { draft: sentDraft, ...sent } = parseObject(text);
  const { success, data, error } = recordingMetadataSchema.safeParse(sent);
  if (!success) {
    const errors = error.issues.map(({ path, message }) => ({
      path: ['metadata', ...path].join('.'),
      message,
    }));
    throw new AppError('request.invalid', { extra: { errors } });
  }
  const { maxAcceptedAudioS: maxS } = limits;
  if (data.duration > maxS) throw invalid('metadata.duration', `must be at most ${maxS} s`);
  const draft = sentDraft === undefined ? undefined : readDraft(sentDraft);
  if (draft === null)
    c.get('log').warn(
      { session_id: c.req.param('id') },
      'recording: the draft cannot be read, it is left out',
    );
  const metadata = draft && hasTag(c.get('tenant'), draft.engine) ? { ...data, draft } : data;
  return { metadata, peaks: await readPeaks(form.get('peaks')) };
}

async function readPeaks(field: File | string | null): Promise<Uint8Array | null> {
  if (field === null) return null;
  if (typeof field === 'string') throw invalid('peaks', 'must be a file');
  if (field.size > maxPeaksBytes) throw new AppError('request.too_large');
  if (field.size % 2 !== 0) throw invalid('peaks', 'must be pairs of octets');
  return field.size === 0 ? null : new Uint8Array(await field.arrayBuffer());
}

/**
 * Returns null if the draft is too large or has no known shape. The sound is taken all the same: a text that a transcription
 * replaces anyway must not keep a recording on its device. The size of a bare list is not limited, as in the version that knew no
 * other. What the schema has stripped is measured: the rest may be nested too deeply for `stringify`.
 */
function readDraft(sent: unknown): Draft | null {
  const { data } = sentDraftSchema.safeParse(sent);
  const isTooLarge = () => Buffer.byteLength(JSON.stringify(data)) > limits.maxDraftBytes;
  return !data || (!Array.isArray(sent) && isTooLarge()) ? null : data;
}

/** @throws AppError `request.invalid` */
function parseObject(text: string): Record<string, unknown> {
  try {
    // A value of another kind has no fields, so that the schema misses its length.
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch (cause) {
    throw new AppError('request.invalid', {
      cause,
      extra: { errors: [{ path: 'metadata', message: 'is no JSON' }] },
    });
  }
}
