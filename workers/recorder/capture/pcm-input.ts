import type { CaptureMessage, CaptureSource } from '#workers/recorder/recorder.contract.ts';
import { openBlockSource } from './block-source.ts';
import { openFileSource } from './file-source.ts';
import { createRateAdapter } from './rate-adapter.ts';
import type { OnSound, SoundSource } from './sound-source.ts';
import { openTrackSource } from './track-source.ts';

export type PcmInput = Disposable & {
  /** Resolves when the capture has ended, or after a while: a node whose context was closed posts nothing. */
  ended(): Promise<void>;
};

/** Limit for the last samples of a capture that was ended, ms. They arrive within the 21 ms of one block. */
const patienceMs = 300;
/** The same limit for a file, ms: its last piece comes when the `MediaRecorder` has stopped, and is decoded then. */
const filePatienceMs = 5_000;

type PcmInputOptions = {
  port: MessagePort;
  /** Rate of the blocks that are given to `onBlock`, Hz. */
  sampleRate: number;
  onBlock(block: Float32Array<ArrayBuffer>): void;
  /** Called when the sound cannot be decoded. */
  onFailure(error: unknown): void;
};

/** Receives the sound of a microphone from one source after another, as interleaved stereo of one rate. */
export function openPcmInput({ port, sampleRate, onBlock, onFailure }: PcmInputOptions): PcmInput {
  const adapter = createRateAdapter(sampleRate);
  const give = (block: Float32Array<ArrayBuffer>) => block.length > 0 && onBlock(block);
  const ended = Promise.withResolvers<void>();
  let source: SoundSource | null = null;
  let from: CaptureSource['from'] = 'blocks';

  function listen(next: CaptureSource): void {
    source?.[Symbol.dispose]();
    ({ from } = next);
    const mine = openSource(next, (block, rate) => source === mine && give(adapter.push(block, rate)));
    source = mine;
    mine.ended.catch((error: unknown) => source === mine && onFailure(error));
  }

  port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => {
    if (data instanceof Float32Array) give(adapter.push(data, sampleRate));
    else if (data) listen(data);
    else if (source) {
      source.finish();
      // A file that cannot be decoded has been reported.
      source.ended.then(ended.resolve, ended.resolve);
    } else ended.resolve();
  });
  port.start();
  return {
    async ended() {
      const patience = setTimeout(ended.resolve, from === 'file' ? filePatienceMs : patienceMs);
      await ended.promise;
      clearTimeout(patience);
      give(adapter.finish());
    },
    [Symbol.dispose]() {
      source?.[Symbol.dispose]();
      port.close();
    },
  };
}

function openSource(source: CaptureSource, onSound: OnSound): SoundSource {
  if (source.from === 'track') return openTrackSource(source.stream, onSound);
  if (source.from === 'file') return openFileSource(source.port, onSound);
  return openBlockSource(source.port, source.sampleRate, onSound);
}
