import { type Handlers, WorkerError } from '#workers/rpc.ts';
import type { SoundInput } from '#workers/recorder/capture/sound-input.ts';
import type { OpenedRecorder } from './opened-recorder.ts';
import type { RecorderContract } from './recorder.contract.ts';
import type { RecorderCore } from './recorder.ts';

/** Limit for fetching bytes that only the server has, ms. After that the recording continues without them. */
const catchUpPatienceMs = 5_000;

type RunningCall = 'attach' | 'start' | 'goOn' | 'pause' | 'resume' | 'setRollover' | 'finish';

/** Calls about the microphone and the running recording. `loadedCore` returns null until the encoder is loaded. */
export function runningCalls(
  opened: () => OpenedRecorder,
  loadedCore: () => RecorderCore | null,
  input: SoundInput,
): Pick<Handlers<RecorderContract>, RunningCall> {
  return {
    async attach(source) {
      const core = await opened().core.load();
      await input.attach(core, source);
      return undefined;
    },
    async start(recording) {
      const { core, recordings } = opened();
      const ready = await core.load();
      return await recordings.holdingSession(recording.sessionId, () => ready.start(recording));
    },
    async goOn({ id }) {
      const { core, recordings, uploads } = opened();
      const ready = await core.load();
      if (ready.current) throw new WorkerError('recording.elsewhere');
      return await recordings.taking(id, async ({ file, source, writtenAtMs }) => {
        await uploads.catchUp(file, AbortSignal.timeout(catchUpPatienceMs));
        const record = await ready.goOn(file, writtenAtMs);
        uploads.begin(id, file, source);
        return record;
      });
    },
    pause: () => loadedCore()?.pause() as undefined,
    resume: () => loadedCore()?.resume() as undefined,
    setRollover: ({ isOn }) => loadedCore()?.setRollover(isOn) as undefined,
    async finish() {
      const core = await opened().core.load();
      if (!core.current) throw new WorkerError('recording.not_kept');
      await input.ended();
      const finishing = core.finish();
      input.endMonitor();
      return await finishing;
    },
  };
}
