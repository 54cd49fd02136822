import { describe, expect, it } from 'vitest';
import { readMp3Length } from './info-tag.ts';

/** First frame of an mp3, MPEG-2 layer III, 24 kHz, as LAME and ffmpeg write it. */
function firstFrame({ frames = 465, delay = 1_105, padding = 191, mono = true, tag = 'Info' } = {}) {
  const bytes = new Uint8Array(256);
  const view = new DataView(bytes.buffer);
  bytes.set([0xff, 0xf3, 0x84, mono ? 0xc0 : 0x40]);
  const at = 4 + (mono ? 9 : 17);
  bytes.set(new TextEncoder().encode(tag), at);
  view.setUint32(at + 4, 0b1111);
  view.setUint32(at + 8, frames);
  view.setUint32(at + 120 + 20, (delay << 12) | padding);
  return bytes;
}

describe('the length of an mp3', () => {
  it('is that of its frames without the delay and the padding of the encoder', () => {
    const samples = 465 * 576 - 1_105 - 191;
    expect(readMp3Length(firstFrame())).toEqual({ sampleRate: 24_000, samples });
    expect(readMp3Length(firstFrame({ mono: false }))).toEqual({ sampleRate: 24_000, samples });
  });

  it('is not known without the tag, or from other bytes', () => {
    expect(readMp3Length(firstFrame({ tag: '\0\0\0\0' }))).toBeNull();
    expect(readMp3Length(new Uint8Array(256))).toBeNull();
    expect(readMp3Length(new Uint8Array(3))).toBeNull();
  });
});
