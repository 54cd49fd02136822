import { log } from '#web/lib/log.ts';
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

type FileDeps = {
  mimeType: string;
  port: MessagePort;
  /** Called when the browser has ended the file by itself. */
  onBroken(): void;
};

/** Records a stream into a file, whose pieces are posted to the port, then null. */
function recordFile(stream: MediaStream, { mimeType, port, onBroken }: FileDeps): RecordedFile {
  const recorder = new MediaRecorder(new MediaStream(stream.getAudioTracks()), {
    mimeType,
    audioBitsPerSecond: bitsPerSecond,
  });
  let isStopped = false;
  let posting = Promise.resolve();
  const post = async (before: Promise<void>, data: Blob) => {
    await before;
    const piece: FilePiece = new Uint8Array(await data.arrayBuffer());
    port.postMessage(piece, [piece.buffer]);
  };
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) posting = post(posting, data);
  });
  const ended = new Promise<void>((resolve) => {
    // The event follows an error, too.
    recorder.addEventListener('stop', async () => {
      await posting;
      port.postMessage(null satisfies FilePiece);
      resolve();
      if (!isStopped) onBroken();
    });
  });
  recorder.start(pieceMs);
  return {
    async stop() {
      isStopped = true;
      if (recorder.state !== 'inactive') recorder.stop();
      await ended;
    },
  };
}

/** Largest number of files that the browser may end by itself. */
const mostBroken = 20;

/**
 * Opens the last way: the browser's `MediaRecorder` encodes the sound, and the recorder decodes it. It needs no audio output.
 * Resolves with null if the browser cannot do both.
 */
export async function openFileWay({ announce }: CaptureWayInput): Promise<CaptureWay | null> {
  const type = recordedType();
  if (!type || !(await isDecodable(type))) return null;
  let recorded: MediaStream | null = null;
  let file: RecordedFile | null = null;
  let broken = 0;

  function begin(stream: MediaStream): RecordedFile {
    const { port1, port2 } = new MessageChannel();
    const begun = recordFile(stream, {
      mimeType: type!,
      port: port1,
      onBroken: () => begun === file && goOn(),
    });
    announce({ from: 'file', port: port2 }, [port2]);
    return begun;
  }

  function record(stream: MediaStream | null): void {
    // If this throws, the former file goes on.
    const next = stream && begin(stream);
    const former = file;
    recorded = stream;
    file = next;
    void former?.stop();
  }

  /** Begins another file, unless the microphone is gone, which is told elsewhere. */
  function goOn(): void {
    const isLive = recorded?.getAudioTracks()[0]?.readyState === 'live';
    if (!isLive || ++broken > mostBroken) return;
    log.warn('capture.file_ended', { broken });
    record(recorded);
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
      file = null;
    },
  };
}

async function isDecodable(type: string): Promise<boolean> {
  const codec = /codecs=(.+)/.exec(type)![1]!;
  const config = { codec, sampleRate: opusRate, numberOfChannels: 1 };
  const { supported } = await AudioDecoder.isConfigSupported(config).catch(() => ({ supported: false }));
  return supported === true;
}
