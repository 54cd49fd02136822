import { type Handlers, WorkerError } from '#workers/rpc.ts';
import { createHeaderRequests } from '#workers/send/header-requests.ts';
import { createSoundInput } from '#workers/recorder/capture/sound-input.ts';
import { openRecorder, type OpenedRecorder, type RecorderDeps } from './opened-recorder.ts';
import type { RecorderContract, RecorderEvent } from './recorder.contract.ts';
import { runningCalls } from './running-calls.ts';
import { sendingCalls } from './sending-calls.ts';
import { storedCalls } from './stored-calls.ts';

export type RecorderHost = Handlers<RecorderContract> & Disposable;

type RecorderHostDeps = RecorderDeps & {
  /** Resolves to true if the browser promised persistent storage. */
  isPersistent(): Promise<boolean>;
};

/** Creates the handlers of the recorder worker. Tests run them without a worker. */
export function createRecorderHost(deps: RecorderHostDeps): RecorderHost {
  let opened: OpenedRecorder | null = null;
  let emitToPage: (event: RecorderEvent) => void = () => {};
  const emit = (event: RecorderEvent) => emitToPage(event);
  const input = createSoundInput(deps.crash);
  const headerRequests = createHeaderRequests(emit);

  const theOpened = (): OpenedRecorder => {
    if (!opened) throw new WorkerError('worker.failed', 'not opened');
    return opened;
  };

  return {
    async open(facts) {
      opened ??= await openRecorder(deps, facts, { emit, headers: headerRequests.request });
      const { store } = opened;
      const [freeBytes, isPersistent] = await Promise.all([store.freeBytes(), deps.isPersistent()]);
      return { kind: store.kind, freeBytes, isPersistent };
    },
    watch: (_, context) => {
      emitToPage = context.emit;
      return new Promise<never>(() => {});
    },
    giveHeaders({ ask, headers }) {
      headerRequests.answer(ask, headers);
      return undefined;
    },
    ...runningCalls(theOpened, () => opened?.core.loaded ?? null, input),
    ...storedCalls(theOpened, input),
    ...sendingCalls(theOpened),

    [Symbol.dispose]() {
      input[Symbol.dispose]();
      opened?.uploads[Symbol.dispose]();
      opened?.store[Symbol.dispose]();
    },
  };
}
