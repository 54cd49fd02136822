import type { AdoptedUpload } from '#api/contract/upload.ts';
import { frameBytes } from '#wasm/mp3/format.ts';
import type { PieceFile, PieceStore } from '#workers/store/piece-store.ts';
import { comparedBytes, isSame } from '#workers/recorder/upload/catch-up.ts';
import { createDigest } from '#workers/digest.ts';
import { digestStored, finishStored } from './digest.ts';
import { startTag } from './mp3-stream.ts';
import { nextDraft } from './next-part.rules.ts';
import type { DictatedText, Finished, RecordingRecord, SplitOff } from './recorder.contract.ts';
import type { UploadManager } from '#workers/recorder/upload/upload-manager.ts';
import type { RecordingStore } from './recording-store.ts';

const stepBytes = 65_536;

type Deps = {
  recordings: RecordingStore;
  uploads: Pick<UploadManager, 'begin' | 'readAudio'>;
  store: PieceStore;
  newId(): string;
};

/** Compares a recording with its adopted upload and makes a recording of the sound beyond (see `SplitOff`). */
export async function splitOff(id: string, adopted: AdoptedUpload, deps: Deps): Promise<SplitOff> {
  return await deps.recordings.taking(id, async ({ file }) => {
    const { record } = file;
    if (!(await isAlike(file, adopted, deps))) {
      const session = nextDraft(record.session, record.part + 1);
      await file.update({ session, part: record.part + 1 });
      return { is: 'other', session };
    }
    const uploadId = record.uploadUrl?.split('/').at(-1) ?? '';
    const isBeyond = file.bytes - adopted.bytes >= frameBytes(record.settings);
    if (!isBeyond) return { is: 'same', uploadId };
    if (record.restId !== undefined) {
      // The rest was split off before, and a later step failed. If it is not open here, it is already sent, or a kept
      // recording of its own.
      const made = deps.recordings.get(record.restId)?.file;
      return made
        ? { is: 'rest', uploadId, record: made.record, finished: await finishStored(made) }
        : { is: 'same', uploadId };
    }
    const rest = await restOf(file, adopted, deps);
    await file.update({ restId: rest.record.id });
    return { is: 'rest', uploadId, ...rest };
  });
}

/** Returns true if the device's and the server's bytes agree over their common length. */
async function isAlike(file: PieceFile, adopted: AdoptedUpload, { uploads }: Deps): Promise<boolean> {
  if (file.bytes >= adopted.bytes) {
    const digest = await createDigest();
    await digestStored(digest, { bytes: adopted.bytes, read: (from, to) => file.read(from, to) });
    return digest.digest() === adopted.sha256;
  }
  const from = Math.max(0, file.bytes - comparedBytes);
  const there = await uploads.readAudio(adopted.session_id, from, file.bytes);
  return isSame(await file.read(from, file.bytes), there);
}

/** Makes a recording of the bytes beyond the adopted ones. Replaces an incomplete one that a crash left. */
async function restOf(
  file: PieceFile,
  { bytes, duration }: AdoptedUpload,
  { recordings, uploads, store, newId }: Deps,
): Promise<{ record: RecordingRecord; finished: Finished }> {
  const { record } = file;
  for (const { record: found } of await store.list())
    if (found.restOf === record.id) await recordings.remove(found.id);
  const taken = await recordings.create({
    ...emptied(record, newId()),
    session: nextDraft(record.session, record.part + 1),
    part: record.part + 1,
    startedAtMs: record.startedAtMs + Math.round(duration * 1_000),
    sessionId: null,
    markers: record.markers
      .filter(({ at }) => at >= duration)
      .map((marker) => ({ ...marker, at: marker.at - duration })),
    dictated: record.dictated.filter(({ start }) => start >= duration).map((said) => earlier(said, duration)),
    ...(record.draft && {
      draft: {
        ...record.draft,
        segments: record.draft.segments
          .filter(({ start }) => start >= duration)
          .map((said) => earlier(said, duration)),
      },
    }),
    restOf: record.id,
  });
  const wholeFrame = frameBytes(record.settings);
  const end = bytes + Math.floor((file.bytes - bytes) / wholeFrame) * wholeFrame;
  await taken.file.append(startTag(record.settings));
  for (let at = bytes; at < end; at += stepBytes)
    await taken.file.append(await file.read(at, Math.min(end, at + stepBytes)));
  const finished = await finishStored(taken.file);
  taken.source.finalise();
  uploads.begin(taken.file.record.id, taken.file, taken.source);
  return { record: taken.file.record, finished };
}

const earlier = ({ start, end, text }: DictatedText, byS: number): DictatedText => ({
  start: start - byS,
  end: end - byS,
  text,
});

/** Returns a copy of a record with another id and without sound, notes, markers, dictated text and draft. */
const emptied = (
  { version, userId, pairingId, sessionId, session, part, mode, startedAtMs, settings }: RecordingRecord,
  id: string,
): RecordingRecord => ({
  version,
  userId,
  pairingId,
  sessionId,
  session,
  part,
  mode,
  startedAtMs,
  settings,
  id,
  notes: '',
  markers: [],
  dictated: [],
  finished: null,
  uploadUrl: null,
  takes: [{ bytes: 0, at: 0, lostMs: null }],
});

/** Stores the notes on the device as a recording without sound. */
export async function keepNotes(record: RecordingRecord, store: PieceStore, id: string): Promise<void> {
  if (record.notes === '') return;
  const { notes, sessionId } = record;
  const key = sessionId === null ? { sessionKey: record.sessionKey ?? record.id } : {};
  using _file = await store.create({ ...emptied(record, id), notes, ...key });
}
