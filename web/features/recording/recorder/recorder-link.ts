import { createScope } from '#web/lib/scope.ts';
import type { Recorder, RecorderNews } from '#workers/recorder/recorder.client.ts';
import type { StorageFacts } from '#workers/recorder/recorder.contract.ts';

/** Largest number of times that a crashed worker is replaced. */
const maxRevivals = 3;

export type RecorderLink = Disposable & {
  get(): Recorder;
  /** Returns a promise that is pending while a new recorder takes over; null if none does. */
  reviving(): Promise<void> | null;
  /**
   * Opens another recorder if none has taken over after a crash, because the person has asked for it. A recorder that works
   * stays: it may hold sound that is stored nowhere else.
   */
  again(): Promise<void>;
};

type RecorderLinkInput = {
  open(): Recorder;
  onNews(event: Exclude<RecorderNews, { type: 'crashed' }>): void;
  onStorage(storage: StorageFacts): void;
  /** Lets the new recorder continue from the data on the device, after the former one has crashed. */
  takeOver(recorder: Recorder): Promise<void>;
  /** Called when the recorder has crashed too often. No other one is opened then. `code`: why it crashed. */
  onLost(code: string): void;
  onFailure(step: string, error: unknown): void;
};

/** Creates the link to the recorder worker. If the worker crashes, it is replaced. Its stored data is not lost. */
export function createRecorderLink(input: RecorderLinkInput): RecorderLink {
  const scope = createScope();
  let revivals = 0;
  let isLost = false;
  let lostBy = 'worker.crashed';
  let reviving: Promise<void> | null = null;
  let recorder = open();
  scope.defer(() => recorder[Symbol.dispose]());

  function open(): Recorder {
    const opened = input.open();
    opened.onEvent((event) => {
      if (scope.signal.aborted || opened !== recorder) return;
      if (event.type !== 'crashed') return input.onNews(event);
      input.onFailure('recorder', event.detail);
      lostBy = event.code;
      reviving = revive().finally(() => {
        reviving = null;
      });
    });
    opened.storage
      .then(input.onStorage)
      .catch((error: unknown) => !scope.signal.aborted && input.onFailure('storage', error));
    return opened;
  }

  async function revive(): Promise<void> {
    revivals += 1;
    isLost = revivals > maxRevivals;
    if (isLost) return input.onLost(lostBy);
    // A failed worker may still hold files or locks that the next one needs.
    recorder[Symbol.dispose]();
    recorder = open();
    await input.takeOver(recorder).catch((error: unknown) => input.onFailure('take over', error));
  }

  return {
    get: () => recorder,
    reviving: () => reviving,
    async again() {
      if (!isLost) return;
      revivals = 0;
      reviving ??= revive().finally(() => {
        reviving = null;
      });
      await reviving;
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
