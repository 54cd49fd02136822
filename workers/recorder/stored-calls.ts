import { type Handlers, WorkerError } from '#workers/rpc.ts';
import type { SoundInput } from '#workers/recorder/capture/sound-input.ts';
import { finishStored } from './digest.ts';
import type { OpenedRecorder } from './opened-recorder.ts';
import { contentOf, type RecorderContract, type RecordingRecord } from './recorder.contract.ts';
import { keepNotes, splitOff } from './split-off.ts';

/** Limit for deleting superseded uploads on the server, ms. The others expire there. */
const endPatienceMs = 3_000;

const newId = () => crypto.randomUUID();

/**
 * Throws `recording.elsewhere` if the recording has content that the page has not seen, written by another tab. Checks
 * nothing if `seen` is null.
 */
function mustBeSeen(record: RecordingRecord, seen: readonly string[] | null): void {
  if (seen && !seen.includes(contentOf(record))) throw new WorkerError('recording.elsewhere');
}

type StoredCall = 'list' | 'annotate' | 'deliver' | 'splitOff' | 'sound' | 'remove';

/** Calls about the recordings that are stored on this device, the running one included. */
export function storedCalls(
  opened: () => OpenedRecorder,
  input: Pick<SoundInput, 'endMonitor'>,
): Pick<Handlers<RecorderContract>, StoredCall> {
  return {
    list: ({ userId, formerIds }) => opened().recordings.list(userId, formerIds),
    async annotate({ id, markers, notes, dictated, draft, session, sessionKey }) {
      const { recordings, store, core } = opened();
      if (session) core.loaded?.describe(id, session);
      return await recordings.with(id, async (file) => {
        await file.update({
          ...(markers && { markers }),
          ...(notes !== undefined && { notes }),
          ...(dictated && { dictated }),
          ...(draft && { draft }),
          ...(session && { session }),
          ...(sessionKey !== undefined && { sessionKey }),
        });
        return { isStored: store.kind !== 'memory' && file.isRecordStored };
      });
    },
    async deliver({ id, seen }) {
      const { recordings, uploads, core } = opened();
      if (core.loaded?.current === id) throw new WorkerError('recording.elsewhere');
      return await recordings.taking(id, async ({ file, source }) => {
        mustBeSeen(file.record, seen);
        const finished = await finishStored(file);
        source.finalise();
        uploads.begin(id, file, source);
        return finished;
      });
    },
    async splitOff({ id, adopted }) {
      const { recordings, uploads, store } = opened();
      return await splitOff(id, adopted, { recordings, uploads, store, newId });
    },
    sound: ({ id, seconds }) => opened().recordings.sound(id, seconds),
    async remove({ id, keepsNotes, isThrownAway, seen }) {
      const { recordings, uploads, store, core } = opened();
      if (!recordings.get(id)) await recordings.with(id, async ({ record }) => mustBeSeen(record, seen));
      if (keepsNotes) await recordings.with(id, ({ record }) => keepNotes(record, store, newId()));
      if (core.loaded?.current === id) {
        core.loaded.drop();
        input.endMonitor();
      }
      uploads.end(id);
      await recordings
        .with(id, (file) => uploads.endUploads(file, isThrownAway, AbortSignal.timeout(endPatienceMs)))
        .catch(() => {});
      await recordings.remove(id);
      return undefined;
    },
  };
}
