import { createScope, type Scope } from '#web/lib/scope.ts';
import { CaptureError } from './permission.rules.ts';
import { openRunningContext } from './running-context.ts';

/** Mixes system audio, from one source at a time, into what is recorded. Disposing removes it. */
type SystemAudioMix = Disposable & {
  /** Records this microphone from now on, with the system audio if there is any; null records the system audio alone. */
  record(microphone: MediaStream | null): void;
  /** Resolves with false if the person chose no source. Rejects with `capture.system_audio`. */
  add(): Promise<boolean>;
  remove(): void;
  wake(): void;
};

type SystemAudioMixInput = {
  /** Sample rate of the mix, Hz. */
  sampleRate(): number;
  /** Records this stream from now on; null records nothing. If it throws, the stream before is still recorded. */
  record(stream: MediaStream | null): void;
  onSuspended(isSuspended: boolean): void;
  /** Called when the person has ended the sharing. */
  onEnded(): void;
};

/** What is recorded while system audio is shared. */
type Mix = Disposable & {
  readonly stream: MediaStream;
  useMicrophone(microphone: MediaStream | null): void;
  wake(): void;
};

export function createSystemAudioMix(input: SystemAudioMixInput): SystemAudioMix {
  let microphone: MediaStream | null = null;
  let mix: Mix | null = null;
  let isDisposed = false;

  function remove(): void {
    using former = mix;
    mix = null;
    if (former) input.record(microphone);
  }

  function mixWith(track: MediaStreamTrack): void {
    const scope = createScope();
    scope.defer(() => track.stop());
    try {
      const opened = openMix(scope, track, input);
      scope.listen(track, 'ended', () => {
        if (mix === opened) remove();
        input.onEnded();
      });
      opened.useMicrophone(microphone);
      input.record(opened.stream);
      const former = mix;
      mix = opened;
      former?.[Symbol.dispose]();
    } catch (error) {
      scope[Symbol.dispose]();
      throw new CaptureError('capture.system_audio', error);
    }
  }

  return {
    record(next) {
      if (mix) mix.useMicrophone(next);
      else input.record(next);
      microphone = next;
    },
    async add() {
      const track = await sharedTrack();
      if (!track) return false;
      if (isDisposed) track.stop();
      else mixWith(track);
      return true;
    },
    remove,
    wake: () => mix?.wake(),
    [Symbol.dispose]() {
      isDisposed = true;
      mix?.[Symbol.dispose]();
      mix = null;
    },
  };
}

/** Mixes a shared track and a microphone into one stream. A mono microphone goes to both channels. */
function openMix(scope: Scope, track: MediaStreamTrack, input: SystemAudioMixInput): Mix {
  const { context, wake } = scope.use(openRunningContext(input.sampleRate(), input.onSuspended));
  const mixed = new MediaStreamAudioDestinationNode(context);
  const add = (stream: MediaStream) => {
    const source = new MediaStreamAudioSourceNode(context, { mediaStream: stream });
    source.connect(mixed);
    return source;
  };
  add(new MediaStream([track]));
  let source: MediaStreamAudioSourceNode | null = null;
  return {
    stream: mixed.stream,
    useMicrophone(microphone) {
      const next = microphone && add(microphone);
      source?.disconnect();
      source = next;
    },
    wake,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

type DisplayOptions = DisplayMediaStreamOptions & { systemAudio?: 'include' | 'exclude' };

/**
 * Asks for the audio of a tab or of the computer. It needs transient user activation. Resolves with null if the person chose no
 * source. Rejects with `capture.system_audio` if the browser shares no audio.
 */
async function sharedTrack(): Promise<MediaStreamTrack | null> {
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
  return track;
}
