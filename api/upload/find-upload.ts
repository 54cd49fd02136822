import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner } from '#api/db/owner.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { adoptedRefusal, type AdoptionStore } from './adoption.store.ts';
import { isExpired } from './upload.rules.ts';
import type { UploadRow, UploadStore } from './upload.store.ts';

export type FindUploadDeps = {
  storage: Pick<AudioStore, 'size'>;
  uploads: Pick<UploadStore, 'find' | 'retentionOfHost'>;
  adoptions: Pick<AdoptionStore, 'find'>;
  clock: Clock;
};

/**
 * Returns an upload of this person that has not expired. Its offset is never beyond what is stored.
 * @throws AppError `upload.not_found`, `upload.adopted`
 */
export async function findUpload(
  { storage, uploads, adoptions, clock }: FindUploadDeps,
  owner: Owner,
  id: string,
): Promise<UploadRow> {
  const row = await uploads.find(owner, id);
  const adopted = row ? undefined : await adoptions.find(owner, id);
  if (adopted) throw adoptedRefusal(adopted);
  const isGone = !row || isExpired(await uploads.retentionOfHost(owner.host), row, clock.now());
  if (isGone) throw new AppError('upload.not_found');
  const bytes = await storage.size(audioKey(id));
  if (bytes === null) throw new AppError('upload.not_found');
  return { ...row, offset: Math.min(row.offset, bytes) };
}
