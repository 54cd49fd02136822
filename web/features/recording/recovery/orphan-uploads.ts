import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnfinishedUpload } from '#api/contract/upload.ts';
import { api, apiFetch } from '#web/lib/http.ts';
import { timings } from '#web/lib/time.ts';
import { sessionLock, type KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { orphansOf } from './orphan-uploads.rules.ts';

const uploadsKey = ['upload', 'unfinished'];

/** Returns those of the sessions that a tab on this device is recording now. */
async function recordedHere(sessionIds: readonly string[]): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  const names = new Set(held.map(({ name }) => name));
  return new Set(sessionIds.filter((id) => names.has(sessionLock(id))));
}

/** Lists recordings that only the server has, and completes or deletes them. `kept` are the recordings on this device. */
export function useOrphanUploads(kept: readonly KeptRecording[], onAdopted: () => void) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: uploadsKey,
    async queryFn({ signal }) {
      const { uploads } = await (await api.v1.uploads.$get({}, { init: { signal } })).json();
      return { uploads, here: await recordedHere(uploads.map(({ session_id }) => session_id)) };
    },
    refetchInterval: timings.lookForUploadsMs,
  });
  const again = () => void client.invalidateQueries({ queryKey: uploadsKey });
  return {
    orphans: data ? orphansOf(data.uploads, kept, data.here) : [],
    /**
     * Completes the recording. While its device still sends, this rejects with the `ApiError` `upload.active`, unless
     * `force` is true.
     */
    async adopt({ id }: Pick<UnfinishedUpload, 'id'>, force: boolean): Promise<void> {
      try {
        await api.v1.uploads[':id'].adopt.$post({ param: { id }, json: { force } });
        onAdopted();
      } finally {
        again();
      }
    },
    /** Deletes the upload. Rejects with the `ApiError` `upload.offset_conflict` if the upload has grown since it was listed. */
    async discard({ id, offset }: Pick<UnfinishedUpload, 'id' | 'offset'>): Promise<void> {
      try {
        const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset) };
        await apiFetch(`/api/v1/uploads/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
      } finally {
        again();
      }
    },
  };
}
