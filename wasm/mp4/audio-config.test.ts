import { describe, expect, it } from 'vitest';
import { readAudioConfig, readStreamDescriptor } from './audio-config.ts';

const config = (...octets: number[]) => readAudioConfig(Uint8Array.from(octets));

describe('an AudioSpecificConfig', () => {
  it('tells the rate and the channels of plain AAC-LC', () => {
    expect(config(0x11, 0x90)).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(config(0x12, 0x08)).toEqual({ sampleRate: 44_100, channels: 1 });
    expect(config(0x10, 0x08)).toEqual({ sampleRate: 96_000, channels: 1 });
  });

  it('has to deny a doubled rate where the rate is low, and may where it is not', () => {
    expect(config(0x13, 0x88)).toBeNull();
    expect(config(0x13, 0x88, 0x56, 0xe5, 0x00)).toEqual({ sampleRate: 22_050, channels: 1 });
    expect(config(0x11, 0x90, 0x56, 0xe5, 0x00)).toEqual({ sampleRate: 48_000, channels: 2 });
  });

  it.each<[string, number[]]>([
    ['another kind of coding', [0x09, 0x90]],
    ['spectral band replication of its own type', [0x2b, 0x11, 0x88, 0x00]],
    ['spectral band replication behind it', [0x11, 0x90, 0x56, 0xe5, 0x80]],
    ['the same between other bits', [0x11, 0x90, 0x02, 0xb7, 0x2c, 0x00]],
    ['another extension', [0x11, 0x90, 0x56, 0xf6, 0x00]],
    ['a rate of its own', [0x17, 0x80, 0x5d, 0xc0, 0x08]],
    ['7350 Hz', [0x16, 0x08, 0x56, 0xe5, 0x00]],
    ['channels told by a program config', [0x11, 0x80]],
    ['three channels', [0x11, 0x98]],
    ['frames of 960', [0x11, 0x94]],
    ['a core coder', [0x11, 0x92]],
    ['an extension flag', [0x11, 0x91]],
    ['one octet', [0x11]],
    ['nothing', []],
  ])('is not for us with %s', (_name, octets) => {
    expect(config(...octets)).toBeNull();
  });
});

describe('the stream descriptor of an mp4', () => {
  const esds = (kind: number, flags = 0, lengthOf = (bytes: number) => [bytes]) =>
    Uint8Array.from([
      0,
      0,
      0,
      0,
      3,
      ...lengthOf(20 + 2 * lengthOf(0).length),
      0,
      1,
      flags,
      4,
      ...lengthOf(16 + lengthOf(0).length),
      kind,
      0x15,
      ...Array<number>(11).fill(0),
      5,
      ...lengthOf(2),
      0x11,
      0x90,
    ]);

  it('holds the configuration, with lengths of one octet or of four', () => {
    const stereo = { sampleRate: 48_000, channels: 2 };
    expect(readStreamDescriptor(esds(0x40))).toEqual(stereo);
    expect(readStreamDescriptor(esds(0x40, 0, (bytes) => [0x80, 0x80, 0x80, bytes]))).toEqual(stereo);
  });

  it('is not for us where it is of another coder, depends on another stream or is cut short', () => {
    expect(readStreamDescriptor(esds(0x6b))).toBeNull();
    expect(readStreamDescriptor(esds(0x67))).toBeNull();
    expect(readStreamDescriptor(esds(0x40, 0x80))).toBeNull();
    for (let bytes = 0; bytes < esds(0x40).length; bytes++)
      expect(readStreamDescriptor(esds(0x40).subarray(0, bytes))).toBeNull();
  });
});
