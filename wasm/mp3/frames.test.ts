import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { createFrameReader } from './frames.ts';

/** Frames of 24 kHz mono, 64 kbit/s: 192 bytes each, whose content resembles no header. */
const frame = (third = 0x84, fourth = 0xc0, bytes = 192) => {
  const all = new Uint8Array(bytes).fill(0x55);
  all.set([0xff, 0xf3, third, fourth]);
  return all;
};
const joined = (...parts: Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const read = (bytes: Uint8Array, piece = bytes.length || 1) => {
  const reader = createFrameReader();
  for (let at = 0; at < bytes.length; at += piece) reader.push(bytes.subarray(at, at + piece));
  return reader.finish();
};
const text = (value: string) => new TextEncoder().encode(value);
const id3v2 = (size: number) =>
  joined(text('ID3'), new Uint8Array([4, 0, 0, 0, 0, size >> 7, size & 127]), frame(0x84, 0xc0, size));

describe('the frames of an mp3', () => {
  it('are found behind a tag, before another, and in whatever pieces the file comes', () => {
    const id3v1 = joined(text('TAG'), new Uint8Array(125));
    const bytes = joined(id3v2(700), frame(), frame(), frame(), id3v1);
    for (const piece of [1, 7, 191, 192, 1_000, bytes.length]) {
      const index = read(bytes, piece)!;
      expect(index.count).toBe(3);
      expect([...index.starts.subarray(0, 3)]).toEqual([710, 902, 1_094]);
      expect([...index.sizes.subarray(0, 3)]).toEqual([192, 192, 192]);
      expect(index.strayBytes).toBe(0);
      expect(index.first).toMatchObject({ version: 2, sampleRate: 24_000, bitrate: 64, channels: 1 });
    }
  });

  it('are found again behind bytes that are none, which are counted', () => {
    const index = read(joined(frame(), frame(), new Uint8Array(333).fill(0xff), frame(), frame()))!;
    expect(index.count).toBe(4);
    expect(index.strayBytes).toBe(333);
    expect(index.starts[2]).toBe(2 * 192 + 333);
    expect(read(joined(frame(), frame(), id3v2(300), frame(), frame()))!.strayBytes).toBe(310);
  });

  it('may change their bitrate, and a change of channels is counted', () => {
    const index = read(joined(frame(), frame(0x44, 0xc0, 96), frame(0x84, 0x40), frame()))!;
    expect([...index.sizes.subarray(0, 4)]).toEqual([192, 96, 192, 192]);
    expect(index.otherChannels).toBe(1);
  });

  it('do not include the one that only carries a tag', () => {
    const tag = frame();
    tag.set(text('Info'), 13);
    tag.set([0, 0, 0, 1, 0, 0, 0, 3], 17);
    const vbri = frame();
    vbri.set(text('VBRI'), 36);
    for (const first of [tag, vbri]) {
      const index = read(joined(first, frame(), frame()))!;
      expect(index.count).toBe(2);
      expect(index.tag).toEqual(first);
      expect(read(joined(id3v2(300), first, frame(), frame()))!.tag).toEqual(first);
      // ffmpeg looks for it right after ID3 and nowhere else.
      expect(read(joined(id3v2(300), new Uint8Array(10), first, frame()))).toMatchObject({
        count: 1,
        tag: null,
      });
    }
  });

  it('leave out the last one where it is cut off', () => {
    expect(read(joined(frame(), frame(), frame().subarray(0, 191)))!.count).toBe(2);
  });

  it('are none where their size is told nowhere, or in other bytes', () => {
    expect(read(joined(frame(0x04), frame(0x04), frame(0x04)))).toBeNull();
    expect(read(new Uint8Array(0))).toBeNull();
    expect(read(text('Traktandum 1: Begrüssung. '.repeat(500)))).toBeNull();
    expect(read(frame().subarray(0, 100))).toBeNull();
  });
});

const audioDir = process.env['AUDIO_DIR'] ?? '';
const hasFfprobe = ['/usr/bin/ffprobe', '/usr/local/bin/ffprobe'].some(existsSync);
const recordings = audioDir
  ? readdirSync(audioDir, { recursive: true })
      .map(String)
      // Excludes files named mp3 that ffprobe does not accept as mp3 either.
      .filter((name) => name.endsWith('.mp3') && !/^broken|wav-named/.test(name))
  : [];

describe.skipIf(!hasFfprobe || recordings.length === 0)('the frames of the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('%s: where ffprobe sees them', (name) => {
    const path = join(audioDir, name);
    const args = ['-v', 'quiet', '-f', 'mp3', '-select_streams', 'a:0', '-show_entries', 'packet=pos,size'];
    const packets = execFileSync('ffprobe', [...args, '-of', 'csv=p=0', path], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.split(',').slice(0, 2).map(Number))
      // Lines without numbers follow side data; a packet shorter than any frame is a remainder at the end.
      .filter(([size]) => size! > 20);
    const index = read(readFileSync(path), 65_536)!;
    const frames = Array.from({ length: index.count }, (_, i) => [index.sizes[i], index.starts[i]]);
    expect(frames).toEqual(packets);
  });
});
