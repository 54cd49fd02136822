import type { FilePiece } from '#workers/recorder/recorder.contract.ts';
import type { CaptureWay, CaptureWayInput } from './capture-way.ts';

/** Types that the recorder can decode while they are written. */
const types = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2'];
/** Opus, which every browser with `AudioDecoder` decodes, has this rate, Hz. */
const opusRate = 48_000;
/** Bit rate at which the loss of encoding twice cannot be heard, bit/s. */
const bitsPerSecond = 256_000;
/** Length of a piece, ms. The sound of the piece that is being written is lost in a crash. */
const pieceMs = 200;

/** Returns the type of file that this browser records and decodes; null if there is none. */
export function recordedType(): string | null {
  if (typeof MediaRecorder !== 'function' || typeof AudioDecoder !== 'function') return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

type RecordedFile = {
  /** Ends the file. Resolves when its last piece is posted. */
  stop(): Promise<void>;
};

/** Records a stream into a file, whose pieces are posted to `port`, then null. */
function recordFile(stream: MediaStream, mimeType: string, port: MessagePort): RecordedFile {
  const recorder = new MediaRecorder(new MediaStream(stream.getAudioTracks()), {
    mimeType,
    audioBitsPerSecond: bitsPerSecond,
  });
  let posting = Promise.resolve();
  const post = async (before: Promise<void>, data: Blob) => {
    await before;
    const piece: FilePiece = new Uint8Array(await data.arrayBuffer());
    port.postMessage(piece, [piece.buffer]);
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) posting = post(posting, data);
  });
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener('stop', async () => {
      await posting;
      port.postMessage(null satisfies FilePiece);
      resolve();
    });
  });
  recorder.start(pieceMs);
  return {
    async stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
    },
  };
}

/**
 * Opens the last way: the browser's `MediaRecorder` encodes the sound, and the recorder decodes it. It needs no audio output.
 * Resolves with null if the browser cannot do both.
 */
export async function openFileWay({ announce }: CaptureWayInput): Promise<CaptureWay | null> {
  const type = recordedType();
  if (!type) return null;
  let recorded: MediaStream | null = null;
  let file: RecordedFile | null = null;

  function record(stream: MediaStream | null): void {
    const former = file;
    recorded = stream;
    file = null;
    if (stream) {
      const { port1, port2 } = new MessageChannel();
      file = recordFile(stream, type!, port1);
      announce({ from: 'file', port: port2 }, [port2]);
    }
    void former?.stop();
  }

  return {
    name: 'file',
    isRunning: true,
    sampleRate: opusRate,
    record,
    announceAgain: () => record(recorded),
    wake() {},
    async end() {
      await file?.stop();
    },
    [Symbol.dispose]() {
      void file?.stop();
    },
  };
}
