/** A picture of a camera: four bytes for each pixel (RGBA), row by row. */
export type ScanPicture = { pixels: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** The calls of the worker that decodes QR codes. The first call loads the WebAssembly of the decoder. Errors: `worker.*`. */
export type ScanContract = {
  /** Returns the text of the QR code in the picture; null if none can be read. */
  read: { input: ScanPicture; output: string | null };
};
