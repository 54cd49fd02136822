import { createScope } from '#web/lib/scope.ts';
import { addCapture, createCaptureNode } from '#workers/recorder/capture/capture.client.ts';
import { type CaptureWay, type CaptureWayInput, firstSoundMs } from './capture-way.ts';
import { openRunningContext } from './running-context.ts';

/**
 * Opens the way of the Web Audio API: microphone → worklet. It runs by the clock of the audio output: without an
 * output, some browsers leave its audio context suspended. Resolves with null if the
 * browser has no worklets; rejects if the worklet cannot be loaded.
 */
export async function openWorkletWay(input: CaptureWayInput): Promise<CaptureWay | null> {
  if (typeof AudioWorkletNode !== 'function') return null;
  const scope = createScope();
  try {
    const { sampleRate } = input.stream.getAudioTracks()[0]?.getSettings() ?? {};
    // The browser lets a page with an open microphone play sound, so it does not suspend this context for that reason.
    const { context, wake } = scope.use(openRunningContext(sampleRate ?? null, input.onSuspended));
    await addCapture(context);
    await untilRunning(context);
    let node: AudioWorkletNode | null = null;
    let source: MediaStreamAudioSourceNode | null = null;
    scope.defer(() => source?.disconnect());

    function announce(): AudioWorkletNode {
      const { port1, port2 } = new MessageChannel();
      const announced = createCaptureNode(context, port1);
      input.announce({ from: 'blocks', port: port2, sampleRate: context.sampleRate }, [port2]);
      return announced;
    }

    return {
      name: 'worklet',
      get isRunning() {
        return context.state === 'running';
      },
      sampleRate: context.sampleRate,
      record(stream) {
        const next = stream && new MediaStreamAudioSourceNode(context, { mediaStream: stream });
        source?.disconnect();
        source = next;
        source?.connect((node ??= announce()));
        wake();
      },
      announceAgain() {
        source?.disconnect();
        // A node that is not ended stays in memory.
        node?.port.postMessage('stop');
        node = announce();
        source?.connect(node);
      },
      wake,
      async end() {
        node?.port.postMessage('stop');
      },
      [Symbol.dispose]: () => scope[Symbol.dispose](),
    };
  } catch (error) {
    scope[Symbol.dispose]();
    throw error;
  }
}

/** Resolves when the context runs, or after a while. */
async function untilRunning(context: AudioContext): Promise<void> {
  if (context.state === 'running') return;
  using scope = createScope();
  await new Promise<void>((resolve) => {
    scope.listen(context, 'statechange', () => context.state === 'running' && resolve());
    scope.timeout(resolve, firstSoundMs);
  });
}
