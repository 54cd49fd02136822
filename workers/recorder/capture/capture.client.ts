// oxlint-disable-next-line import/default -- the default export is Vite's: the address of the compiled worklet
import workletUrl from './capture.worklet.ts?worker&url';
import { captureChannels } from '#workers/recorder/recorder.contract.ts';

/** Loads the worklet into a context. Call it once for each context. */
export const addCapture = (context: BaseAudioContext): Promise<void> =>
  context.audioWorklet.addModule(workletUrl);

/**
 * Creates a node that captures its input and posts it as `CaptureBlock`s to `port`, which bypasses the page's thread.
 * `node.port` posts 'listening' at the start. After `node.port.postMessage('stop')` the node posts the remaining
 * samples and null.
 */
export function createCaptureNode(context: BaseAudioContext, port: MessagePort): AudioWorkletNode {
  const node = new AudioWorkletNode(context, 'capture', {
    numberOfInputs: 1,
    numberOfOutputs: 0,
    channelCount: captureChannels,
    channelCountMode: 'clamped-max',
    channelInterpretation: 'speakers',
  });
  node.port.postMessage(port, [port]);
  return node;
}
