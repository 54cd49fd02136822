import type { UnfinishedUpload } from '#api/contract/upload.ts';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';

/** Size above which an upload is offered, bytes. It corresponds to about 0.25 s of audio at 64 kbit/s. */
const leastBytes = 2_000;

/** Returns the unfinished uploads of recordings that are neither stored nor being recorded on this device. */
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
