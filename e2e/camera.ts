/** What a fake camera shows: a picture that stands still, as YUV4MPEG2 (`--use-file-for-fake-video-capture`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { tempFolder } from './temp-folder.ts';

const width = 640;
const height = 480;

export type Camera = { switches: readonly string[]; show(grey: Uint8Array): void };

/** The file must exist when the browser starts. The camera reads it anew each time it is opened. */
export function createCamera(): Camera {
  const path = join(tempFolder(), 'camera.y4m');
  const show = (grey: Uint8Array) => {
    const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
    const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, Buffer.alloc((width * height) / 2, 128)]);
    writeFileSync(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]));
  };
  show(new Uint8Array(width * height).fill(90));
  return { switches: [`--use-file-for-fake-video-capture=${path}`], show };
}

/** Returns what a camera sees that is held in front of this picture (PNG): its brightness, row by row. */
export const seenBy = async (page: Page, png: Buffer): Promise<Uint8Array> => {
  const grey = await page.evaluate(
    async ([base64, wide, high]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(wide, high);
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#b0b0b0';
      context.fillRect(0, 0, wide, high);
      const scale = Math.min((wide * 0.8) / bitmap.width, (high * 0.8) / bitmap.height);
      const [w, h] = [bitmap.width * scale, bitmap.height * scale];
      context.translate(wide / 2, high / 2);
      context.rotate(0.06);
      context.drawImage(bitmap, -w / 2, -h / 2, w, h);
      const { data } = context.getImageData(0, 0, wide, high);
      return Array.from({ length: wide * high }, (_, at) => data[at * 4 + 1]!);
    },
    [png.toString('base64'), width, height] as const,
  );
  return Uint8Array.from(grey);
};
