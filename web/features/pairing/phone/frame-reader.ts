import { openQrReader, type QrReader } from '#workers/scan/scan.client.ts';
import { createScope } from '#web/lib/scope.ts';

/** Reads the QR code that a video shows now. */
export type FrameReader = Disposable & {
  /** Resolves with the text of the code; null if none is seen. Rejects if this device cannot read codes. */
  read(video: HTMLVideoElement): Promise<string | null>;
};

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** Returns the detector of the browser; null if it has none that knows QR codes. */
async function browserDetector(): Promise<Detector | null> {
  const known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  try {
    const formats = (await known?.getSupportedFormats()) ?? [];
    return known && formats.includes('qr_code') ? new known({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

/** Longest side of the picture that the decoder in the worker gets, px. */
const longestPx = 960;

/**
 * Reads with the browser's detector if it has one for QR codes, otherwise with a reader in a worker, which is loaded with the
 * first picture. A detector that fails is replaced by that reader.
 */
export function createFrameReader(): FrameReader {
  const scope = createScope();
  const canvas = document.createElement('canvas');
  let detector: Promise<Detector | null> | null = null;
  let own: QrReader | null = null;

  async function readInWorker(video: HTMLVideoElement): Promise<string | null> {
    own ??= scope.use(openQrReader());
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, longestPx / Math.max(videoWidth, videoHeight));
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser draws no pictures.');
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data: pixels, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
    return await own.read({ pixels: pixels as Uint8ClampedArray<ArrayBuffer>, width, height });
  }

  return {
    async read(video) {
      if (video.videoWidth === 0 || video.videoHeight === 0) return null;
      const found = await (detector ??= browserDetector());
      if (!found) return await readInWorker(video);
      try {
        return (await found.detect(video))[0]?.rawValue ?? null;
      } catch {
        detector = Promise.resolve(null);
        return await readInWorker(video);
      }
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
