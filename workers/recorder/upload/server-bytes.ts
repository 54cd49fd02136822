/** Requests about a recording's bytes on the server that belong to no running upload. */
import { audioUrlSchema } from '#api/contract/player.ts';
import { toRefusal, UnreadError, uploadBytes } from '#workers/send/read-upload.ts';
import type { TusClient } from '#workers/send/tus-client.ts';
import { tusHeaders } from '#workers/send/tus.rules.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import { catchUp, isBeginning } from './catch-up.ts';

/** Appends the bytes that only the server has, until `signal` is aborted. Never rejects. */
export async function catchUpWithServer(
  client: TusClient,
  file: PieceFile,
  signal: AbortSignal,
): Promise<void> {
  const { uploadUrl: url } = file.record;
  if (url === null) return;
  try {
    const meaning = await client({ method: 'HEAD', url, headers: tusHeaders, signal });
    if (meaning.type !== 'stored' || meaning.offset <= file.bytes) return;
    await catchUp(file, uploadBytes(client, url, meaning.offset), signal);
  } catch {
    // The library offers the bytes that stay on the server.
  }
}

/**
 * Deletes the file's former uploads from the server if this file begins with all their bytes, and its current upload if the
 * person has thrown the recording away. Stops when `signal` is aborted. Never rejects.
 */
export async function deleteUploads(
  client: TusClient,
  file: PieceFile,
  isThrownAway: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { uploadUrl, formerUrls = [] } = file.record;
  try {
    if (isThrownAway && uploadUrl)
      await client({ method: 'DELETE', url: uploadUrl, headers: tusHeaders, signal });
    for (const url of formerUrls) {
      const meaning = await client({ method: 'HEAD', url, headers: tusHeaders, signal });
      if (meaning.type !== 'stored') continue;
      if (!(await isBeginning(file, uploadBytes(client, url, meaning.offset), signal))) continue;
      await client({ method: 'DELETE', url, headers: tusHeaders, signal });
    }
  } catch {
    // The library offers uploads that were not deleted.
  }
}

/** Reads the bytes `[from, to)` of a session's audio. Rejects with an `UnreadError`. */
export async function readSessionAudio(
  client: TusClient,
  sessionId: string,
  [from, to]: readonly [number, number],
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/audio-url`;
  const answer = await client({ method: 'GET', url: path, headers: {}, signal });
  if (answer.type !== 'bytes') throw new UnreadError(toRefusal(answer));
  const { url } = audioUrlSchema.parse(JSON.parse(new TextDecoder().decode(answer.bytes)));
  return await uploadBytes(client, url, to).read(from, to, signal);
}
