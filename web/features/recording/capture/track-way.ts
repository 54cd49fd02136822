import { withinMs } from '#api/shared/within-ms.ts';
import { type CaptureWay, type CaptureWayInput, firstSoundMs } from './capture-way.ts';

declare const MediaStreamTrackProcessor: new (init: { track: MediaStreamTrack; maxBufferSize: number }) => {
  readable: ReadableStream<AudioData>;
};

/** Largest number of blocks that wait for a busy recorder: 30 s in blocks of 10 ms. */
const maxWaiting = 3_000;

export const hasTrackProcessor = (): boolean => typeof MediaStreamTrackProcessor === 'function';

const soundOf = (track: MediaStreamTrack): ReadableStream<AudioData> =>
  new MediaStreamTrackProcessor({ track, maxBufferSize: maxWaiting }).readable;

/**
 * Opens the way that takes the sound as the device delivers it (MediaStreamTrack Insertable Media Processing, W3C), by the
 * device's clock and at its rate. It needs no audio output. Only Chromium has it for sound.
 */
export async function openTrackWay({ stream, announce }: CaptureWayInput): Promise<CaptureWay | null> {
  if (!hasTrackProcessor()) return null;
  const first = await withinMs(firstSoundMs, firstBlock(stream)).catch(() => null);
  if (!first) return null;
  let recorded: MediaStream | null = null;
  /** The recorder reads a copy of the track, so that its sound can be ended here. */
  let copy: MediaStreamTrack | null = null;

  function record(next: MediaStream | null): void {
    const track = next?.getAudioTracks()[0]?.clone() ?? null;
    try {
      const sound = track && soundOf(track);
      if (sound) announce({ from: 'track', stream: sound }, [sound]);
    } catch (error) {
      track?.stop();
      throw error;
    }
    copy?.stop();
    copy = track;
    recorded = next;
  }

  return {
    name: 'track',
    isRunning: true,
    sampleRate: first.sampleRate,
    record,
    announceAgain: () => record(recorded),
    wake() {},
    async end() {},
    [Symbol.dispose]: () => copy?.stop(),
  };
}

/** Returns the sample rate of the first block, Hz; null if the track has ended. */
async function firstBlock(stream: MediaStream): Promise<{ sampleRate: number } | null> {
  const [track] = stream.getAudioTracks();
  if (!track) return null;
  const reader = soundOf(track).getReader();
  try {
    const { value: data } = await reader.read();
    const sampleRate = data?.sampleRate ?? null;
    data?.close();
    return sampleRate === null ? null : { sampleRate };
  } finally {
    void reader.cancel().catch(() => {});
  }
}
