import { withinMs } from '#api/shared/within-ms.ts';
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
  const adapter = createRateAdapter(sampleRate, onBlock);
  const isEnded = Promise.withResolvers<void>();
  let turn: SourceTurn | null = null;

  port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => {
    if (data) turn = openTurn(data, { former: turn, onSound: adapter.push, onFailure });
    else {
      turn?.source.finish();
      isEnded.resolve();
    }
  });
  port.start();
  return {
    async ended() {
      const ends: Promise<void>[] = [isEnded.promise];
      // A source whose microphone is gone ends by itself.
      if (turn) ends.push(turn.source.ended.catch(() => {}));
      await withinMs(patienceMs.blocks, Promise.race(ends));
      turn?.source.finish();
      await turn?.over();
      adapter.finish();
    },
    [Symbol.dispose]() {
      turn?.[Symbol.dispose]();
      port.close();
    },
  };
}

/**
 * Longest time without a block after which a source that was ended counts as over, ms. The last samples of a node arrive within
 * the 21 ms of one block. The last piece of a file comes when its `MediaRecorder` has stopped, and is decoded then.
 */
const patienceMs = { blocks: 300, track: 300, file: 5_000 };
/** Largest number of such waits for a source that goes on although it was ended. Then it counts as over. */
const mostTimes = 10;

type SourceTurn = Disposable & {
  readonly source: SoundSource;
  /** Resolves when the source has given everything, after those before it. */
  over(): Promise<void>;
};

type TurnDeps = { former: SourceTurn | null; onSound: OnSound; onFailure(error: unknown): void };

/** Opens a source. Its sound is held until the source before it has given what it captured. */
function openTurn(from: CaptureSource, { onSound, onFailure, ...deps }: TurnDeps): SourceTurn {
  let { former } = deps;
  let held: Parameters<OnSound>[] | null = [];
  let blocks = 0;
  let isDisposed = false;
  const source = openSource(from, (block, rate) => {
    if (isDisposed) return;
    blocks++;
    if (held) held.push([block, rate]);
    else onSound(block, rate);
  });
  source.ended.catch((error: unknown) => !isDisposed && onFailure(error));

  function release(): void {
    const waiting = held ?? [];
    held = null;
    if (!isDisposed) for (const [block, rate] of waiting) onSound(block, rate);
  }

  async function follow(): Promise<void> {
    former?.source.finish();
    await former?.over();
    former?.[Symbol.dispose]();
    former = null;
    release();
  }
  const begun = former ? follow() : Promise.resolve(release());

  async function quiet(): Promise<void> {
    for (let times = 0, before = -1; before !== blocks && times < mostTimes; times++) {
      before = blocks;
      await new Promise((later) => setTimeout(later, patienceMs[from.from]));
    }
  }
  return {
    source,
    async over() {
      await begun;
      await Promise.race([source.ended.catch(() => {}), quiet()]);
    },
    [Symbol.dispose]() {
      isDisposed = true;
      former?.[Symbol.dispose]();
      source[Symbol.dispose]();
    },
  };
}

function openSource(source: CaptureSource, onSound: OnSound): SoundSource {
  if (source.from === 'track') return openTrackSource(source.stream, onSound);
  if (source.from === 'file') return openFileSource(source.port, onSound);
  return openBlockSource(source.port, source.sampleRate, onSound);
}
