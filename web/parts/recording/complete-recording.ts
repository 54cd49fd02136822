import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { apiFetch } from '#web/lib/http.ts';

/**
 * Tells the server that all bytes of a recording have arrived (§10.9). The call can be repeated without a further
 * effect. `headers` may hold the pass of a phone. Throws `ApiError`, with the status 409 if bytes are missing or differ.
 */
export async function completeRecording(
  sessionId: string,
  metadata: RecordingMetadataInput,
  peaks: Int8Array<ArrayBuffer>,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<void> {
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadata));
  form.set('peaks', new Blob([peaks], { type: 'application/octet-stream' }), 'peaks');
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/recording-complete`;
  await apiFetch(path, { method: 'POST', body: form, signal, headers });
}
