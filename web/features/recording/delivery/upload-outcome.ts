import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#web/features/recording/recording.rules.ts';

/** Progress and outcome of the recorder's uploads, by recording id. */
export type UploadOutcomes = Disposable & {
  /** Returns the progress of the upload; null before the first report. */
  send(id: string): SendState | null;
  outcome(id: string): Promise<SendOutcome>;
  /** Returns the error code of a failed upload; null while it runs or after success. */
  failure(id: string): string | null;
  /** Restarts the wait: an earlier outcome does not count any more. */
  again(id: string): void;
  drop(id: string): void;
};

/**
 * `code`: null if the server has all bytes, else the error code. `finished`: length and digest of the whole if the server had
 * more than this device, else null. `adopted`: the upload that the server completed, with `upload.adopted`.
 */
export type SendOutcome = {
  code: string | null;
  finished: Finished | null;
  adopted: AdoptedUpload | null;
};

const noRecorder: SendOutcome = { code: 'worker.ended', finished: null, adopted: null };

type Entry = {
  send: SendState | null;
  outcome: PromiseWithResolvers<SendOutcome>;
  isTold: boolean;
  failure: string | null;
};

export function createUploadOutcomes(recorder: Pick<Recorder, 'onEvent'>): UploadOutcomes {
  const entries = new Map<string, Entry>();
  let isEnded = false;
  const entry = (id: string): Entry => {
    const known = entries.get(id);
    if (known) return known;
    const made: Entry = { send: null, outcome: Promise.withResolvers(), isTold: false, failure: null };
    entries.set(id, made);
    return made;
  };
  const again = (id: string) => {
    const current = entry(id);
    if (!current.isTold) return;
    current.outcome = Promise.withResolvers();
    current.isTold = false;
    current.failure = null;
  };
  const stop = recorder.onEvent((event) => {
    if (event.type === 'send') entry(event.id).send = event.send;
    if (event.type !== 'sent') return;
    again(event.id);
    const { id, code, finished = null, adopted = null } = event;
    const told = entry(id);
    told.isTold = true;
    told.failure = code;
    told.outcome.resolve({ code, finished, adopted });
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
      // The recorder is gone, so nothing else would resolve these.
      for (const { outcome } of entries.values()) outcome.resolve(noRecorder);
    },
  };
}
