import { open } from 'node:fs/promises';
import { pcmBytesPerSample, pcmSampleRate, type PcmFile } from '#api/media/pcm-file.ts';
import type { Part } from './part.rules.ts';

const headerBytes = 44;
// Smallest number of samples to send: 1 s, because servers reject audio of a tenth of a second.
const leastSamples = pcmSampleRate;

export const wavBytesToS = (bytes: number): number =>
  Math.floor((bytes - headerBytes) / (pcmSampleRate * pcmBytesPerSample));

/**
 * Reads a part and encodes it as wav: mono, 16 kHz, 16 bit, 1.9 MB per minute. Every server reads this format,
 * and models resample to 16 kHz anyway. A part shorter than one second is padded with silence.
 */
export async function readWavPart({ path, samples }: PcmFile, part: Part): Promise<Buffer<ArrayBuffer>> {
  const ranges = part.map(([startS, endS]) => {
    const from = Math.round(startS * pcmSampleRate);
    return { from, count: Math.max(0, Math.min(samples, Math.round(endS * pcmSampleRate)) - from) };
  });
  const sent = Math.max(
    leastSamples,
    ranges.reduce((sum, { count }) => sum + count, 0),
  );
  const wav = Buffer.alloc(headerBytes + sent * pcmBytesPerSample);
  writeHeader(wav);
  let at = headerBytes;
  const file = await open(path, 'r');
  try {
    for (const { from, count } of ranges) {
      await file.read(wav, at, count * pcmBytesPerSample, from * pcmBytesPerSample);
      at += count * pcmBytesPerSample;
    }
  } finally {
    await file.close();
  }
  return wav;
}

function writeHeader(wav: Buffer): void {
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(pcmSampleRate, 24);
  wav.writeUInt32LE(pcmSampleRate * pcmBytesPerSample, 28);
  wav.writeUInt16LE(pcmBytesPerSample, 32);
  wav.writeUInt16LE(pcmBytesPerSample * 8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - headerBytes, 40);
}
