import type { Handlers } from '#workers/rpc.ts';
import type { OpenedRecorder } from './opened-recorder.ts';
import type { RecorderContract } from './recorder.contract.ts';

type SendingCall = 'sendAnew' | 'giveSession' | 'retryNow' | 'stopSending' | 'resumeSending';

/** Calls about the uploads. */
export function sendingCalls(opened: () => OpenedRecorder): Pick<Handlers<RecorderContract>, SendingCall> {
  return {
    async sendAnew({ id, sessionId }) {
      await opened().uploads.sendAnew(id, sessionId);
      return undefined;
    },
    async giveSession({ id, sessionId }) {
      const { uploads, recordings } = opened();
      await uploads.giveSession(id, sessionId);
      if (sessionId !== null) await recordings.keepSession(id, sessionId);
      return undefined;
    },
    retryNow: () => opened().uploads.retryNow() as undefined,
    stopSending: () => opened().uploads.stop() as undefined,
    resumeSending: () => opened().uploads.resume() as undefined,
  };
}
