import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { UnfinishedUpload, UploadList } from '#api/contract/upload.ts';
import { isoTime } from '#api/lib/clock.ts';
import type { Owner } from '#api/db/owner.ts';
import { audioKey, type AudioStore } from '#api/storage/audio-store.ts';
import { sendBytes } from '#api/http/send-bytes.ts';
import { findUpload, type FindUploadDeps } from './find-upload.ts';
import { expiresAtMs, isExpired, modeOf } from './upload.rules.ts';
import type { ListedUpload, UploadStore } from './upload.store.ts';

type ListDeps = Pick<FindUploadDeps, 'storage' | 'clock'> & {
  uploads: Pick<UploadStore, 'ofOwner' | 'retentionOfHost'>;
};

/** Lists the unfinished uploads of a person, without expired ones and those whose bytes are missing. */
export async function listUploads({ uploads, storage, clock }: ListDeps, owner: Owner): Promise<UploadList> {
  const listed: UnfinishedUpload[] = [];
  const retention = await uploads.retentionOfHost(owner.host);
  for (const row of await uploads.ofOwner(owner)) {
    const bytes = isExpired(retention, row, clock.now()) ? null : await storage.size(audioKey(row.id));
    if (bytes !== null) listed.push(toListed(row, Math.min(row.offset, bytes), retention));
  }
  return { uploads: listed };
}

const toListed = (row: ListedUpload, offset: number, retention: DomainRetention): UnfinishedUpload => ({
  id: row.id,
  session_id: row.session_id,
  title: row.title,
  mode: modeOf(row),
  offset,
  declared_length: row.length,
  touched_at: isoTime(row.touched_at),
  keep_until: isoTime(expiresAtMs(retention, row, row.session_created_at)),
});

/** Sends the bytes that are stored when the answer begins. */
export async function sendUpload(
  c: Context<AppEnv>,
  deps: FindUploadDeps & { storage: Pick<AudioStore, 'size' | 'read'> },
  owner: Owner,
  id: string,
): Promise<Response> {
  const { offset, length } = await findUpload(deps, owner, id);
  const key = audioKey(id);
  c.header('Content-Disposition', 'attachment');
  return sendBytes(c, {
    bytes: offset,
    wholeBytes: length,
    type: 'application/octet-stream',
    cacheControl: 'no-store',
    // The store cannot read an empty range.
    read: (range) =>
      offset === 0 ? Readable.from([]) : deps.storage.read(key, range ?? { start: 0, end: offset }),
  });
}
