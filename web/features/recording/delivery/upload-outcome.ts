import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { Recorder } from '#workers/recorder/recorder.client.ts';
import type { Finished } from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#web/features/recording/recording.rules.ts';

/** What the recorder has told about the sending of each of its recordings. */
export type UploadOutcomes = Disposable & {
  /** Where its sending stands; null before it was told. */
  send(id: string): SendState | null;
  /** Resolves when the sending has ended, well or not. */
  outcome(id: string): Promise<SendOutcome>;
  /** The error code with which it has ended; null while it goes on or after it went well. */
  failure(id: string): string | null;
  /** It begins again: an outcome that was told before does not count any more. */
  again(id: string): void;
  /** Nobody waits for it any more. */
  drop(id: string): void;
};

/**
 * `code`: null if the server has all of it, else the error code. `finished`: length and digest of the whole, if the server had
 * more than this device; else null. `adopted`: what the server completed, beside `upload.adopted`.
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
      // Nobody waits for what never comes; whoever waits looks at their signal first.
      for (const { outcome } of entries.values()) outcome.resolve(noRecorder);
    },
  };
}
