import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#web/features/recording/state/recording.rules.ts';

/** Progress and outcomes of the recorder's uploads. `id` is the id of a recording. */
export type UploadOutcomes = Disposable & {
  /** Returns the progress of the upload; null before the first report. */
  send(id: string): SendState | null;
  /** Resolves when the upload has ended. */
  outcome(id: string): Promise<SendOutcome>;
  /** Returns the error code of a failed upload; null while it runs or after success. */
  failure(id: string): string | null;
  /** Forgets an earlier outcome, because the upload begins again. `outcome` then waits for the new one. */
  again(id: string): void;
  drop(id: string): void;
};

type SendOutcome = {
  /** Error code of the upload; null if the server has all bytes. */
  code: string | null;
  /** Length and digest of the whole recording if the server had more of it than this device; otherwise null. */
  finished: Finished | null;
  /** The upload that the server completed without this device, with the code `upload.adopted`; otherwise null. */
  adopted: AdoptedUpload | null;
};

const noRecorder: SendOutcome = { code: 'worker.ended', finished: null, adopted: null };

type Entry = {
  send: SendState | null;
  outcome: PromiseWithResolvers<SendOutcome>;
  isSettled: boolean;
  failure: string | null;
};

export function createUploadOutcomes(recorder: Pick<Recorder, 'onEvent'>): UploadOutcomes {
  const entries = new Map<string, Entry>();
  let isEnded = false;
  const entry = (id: string): Entry => {
    const known = entries.get(id);
    if (known) return known;
    const made: Entry = { send: null, outcome: Promise.withResolvers(), isSettled: false, failure: null };
    entries.set(id, made);
    return made;
  };
  const again = (id: string) => {
    const current = entry(id);
    if (!current.isSettled) return;
    current.outcome = Promise.withResolvers();
    current.isSettled = false;
    current.failure = null;
  };
  const stop = recorder.onEvent((event) => {
    if (event.type === 'send') entry(event.id).send = event.send;
    if (event.type !== 'sent') return;
    again(event.id);
    const { id, code, finished = null, adopted = null } = event;
    const ended = entry(id);
    ended.isSettled = true;
    ended.failure = code;
    ended.outcome.resolve({ code, finished, adopted });
  });
  return {
    send: (id) => entries.get(id)?.send ?? null,
    outcome: (id) => (isEnded ? Promise.resolve(noRecorder) : entry(id).outcome.promise),
    failure: (id) => entries.get(id)?.failure ?? null,
    again,
    drop: (id) => entry(id).outcome.resolve(noRecorder),
    [Symbol.dispose]() {
      stop();
      isEnded = true;
      // The recorder is gone, so nothing else would resolve the outcomes.
      for (const { outcome } of entries.values()) outcome.resolve(noRecorder);
    },
  };
}
