import { createScope } from '#web/lib/scope.ts';
import { CaptureError } from './permission.rules.ts';

/** Mixes in system audio, from one source at a time. Disposing removes it. */
type SystemAudioMix = Disposable & {
  /** Resolves with false if the person chose no source. Rejects with `capture.system_audio`. */
  add(): Promise<boolean>;
  remove(): void;
};

type SystemAudioMixInput = {
  context: AudioContext;
  mixer: AudioNode;
  /** Called when the person has ended the sharing. */
  onEnded(): void;
};

export function createSystemAudioMix({ context, mixer, onEnded }: SystemAudioMixInput): SystemAudioMix {
  let source: Disposable | null = null;
  let isDisposed = false;
  const remove = () => {
    source?.[Symbol.dispose]();
    source = null;
  };
  return {
    async add() {
      const added = await openSystemAudio(context, mixer, () => {
        source = null;
        onEnded();
      });
      if (isDisposed) added?.[Symbol.dispose]();
      else if (added) {
        remove();
        source = added;
      }
      return added !== null;
    },
    remove,
    [Symbol.dispose]() {
      isDisposed = true;
      remove();
    },
  };
}

type DisplayOptions = DisplayMediaStreamOptions & { systemAudio?: 'include' | 'exclude' };

/**
 * Connects the audio of a tab or of the computer to `target`. It needs transient user activation. Resolves with null if
 * the person chose no source. Rejects with `capture.system_audio` if the browser shares no audio.
 */
async function openSystemAudio(
  context: AudioContext,
  target: AudioNode,
  onEnded: () => void,
): Promise<Disposable | null> {
  if (typeof navigator.mediaDevices?.getDisplayMedia !== 'function') {
    throw new CaptureError('capture.system_audio');
  }
  // Browsers refuse a request for audio alone, so a video track is requested too. It is stopped at once.
  const options: DisplayOptions = {
    video: true,
    audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    systemAudio: 'include',
  };
  const stream = await navigator.mediaDevices.getDisplayMedia(options).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw new CaptureError('capture.system_audio', error);
  });
  if (!stream) return null;
  for (const track of stream.getVideoTracks()) track.stop();
  const [track] = stream.getAudioTracks();
  if (!track) throw new CaptureError('capture.system_audio');
  const scope = createScope();
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([track]) });
  source.connect(target);
  scope.defer(() => track.stop());
  scope.defer(() => source.disconnect());
  scope.listen(track, 'ended', () => {
    scope[Symbol.dispose]();
    onEnded();
  });
  return scope;
}
