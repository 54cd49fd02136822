import type { UnfinishedUpload } from '#api/contract/upload.ts';
import type { KeptRecording } from './recording.rules.ts';

/** Less than a quarter of a second of sound is nothing that anybody misses. */
const leastBytes = 2_000;

/** Of the recordings that the server has in part: those that no device here has, and that nobody here is recording. */
export function orphansOf<Upload extends Pick<UnfinishedUpload, 'id' | 'mode' | 'offset' | 'session_id'>>(
  uploads: readonly Upload[],
  kept: readonly KeptRecording[],
  recordedHere: ReadonlySet<string>,
): Upload[] {
  const held = new Set(kept.map(({ record }) => record.uploadUrl?.split('/').at(-1)));
  return uploads.filter(
    ({ id, mode, offset, session_id }) =>
      mode !== 'upload' && offset > leastBytes && !held.has(id) && !recordedHere.has(session_id),
  );
}
