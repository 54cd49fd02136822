import { encode } from 'uqr';
import { afterEach, expect, test } from 'vitest';
import { openQrReader, type QrReader } from './scan.client.ts';
import type { ScanPicture } from './scan.contract.ts';

let reader: QrReader | null = null;
afterEach(() => {
  reader?.[Symbol.dispose]();
  reader = null;
});

const dark = [20, 24, 28, 255];
const light = [235, 232, 225, 255];

/** Draws a QR code as a camera may see it: turned by a quarter, off the middle, neither black nor white. */
function pictureOf(text: string, { width = 640, height = 480, scale = 6 } = {}): ScanPicture {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const pixels = new Uint8ClampedArray(4 * width * height);
  const [left, top] = [60, 40];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = Math.floor((x - left) / scale);
      const column = size - 1 - Math.floor((y - top) / scale);
      pixels.set(data[row]?.[column] ? dark : light, 4 * (y * width + x));
    }
  return { pixels, width, height };
}

test('A QR code in a picture of a camera is read', async () => {
  reader = openQrReader();
  const address = 'https://wortlaut.example/pair?code=ABCD2345';
  expect(await reader.read(pictureOf(address))).toBe(address);
  expect(await reader.read(pictureOf('Grüezi'))).toBe('Grüezi');
});

test('A picture without a QR code gives null, and the reader goes on', async () => {
  reader = openQrReader();
  const empty = { pixels: new Uint8ClampedArray(4 * 64 * 64), width: 64, height: 64 };
  expect(await reader.read(empty)).toBeNull();
  expect(await reader.read(pictureOf('A2'))).toBe('A2');
});
