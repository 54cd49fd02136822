// oxlint-disable-next-line import/default -- the default export is Vite's: the address of the compiled worklet
import workletUrl from './capture.worklet.ts?worker&url';
import { captureChannels } from '#workers/recorder/recorder.contract.ts';

/** Loads the worklet into a context; once for each. */
export const addCapture = (context: BaseAudioContext): Promise<void> =>
  context.audioWorklet.addModule(workletUrl);

/**
 * Gathers what is connected to it and posts it to `port` as `CaptureMessage`s, past the page's thread; `node.port` says
 * 'listening' when it begins. After `node.port.postMessage('stop')` it posts the rest and null.
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
