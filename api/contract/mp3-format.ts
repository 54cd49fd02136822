/**
 * Bit rates of MPEG audio layer III, kbit/s. A sample rate below 32 kHz is MPEG-2 (ISO/IEC 13818-3), any other MPEG-1
 * (ISO/IEC 11172-3).
 */
const mpeg2Bitrates = [24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpeg1Bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/** Sample rates, Hz. At these all frames have one size, so that chunks that were encoded separately can be joined. */
export const mp3SampleRates = [16_000, 24_000, 32_000, 48_000] as const;

/** True if a recording of this sample rate, Hz, can have this bit rate, kbit/s. */
export const isMp3Bitrate = (sampleRate: number, bitrate: number): boolean =>
  (sampleRate < 32_000 ? mpeg2Bitrates : mpeg1Bitrates).includes(bitrate);
