import { z } from 'zod';

/**
 * Bit rates of MPEG audio layer III, kbit/s. A sample rate below 32 kHz is MPEG-2 (ISO/IEC 13818-3), any other MPEG-1
 * (ISO/IEC 11172-3).
 */
const mpeg2Bitrates = [24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpeg1Bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/**
 * Format of the mono mp3 recordings that pages make: sample rate in Hz, bit rate in kbit/s. At these sample rates all
 * frames have one size, so that chunks that were encoded separately can be joined.
 */
export const mp3FormatSchema = z
  .object({ sample_rate: z.literal([16_000, 24_000, 32_000, 48_000]), bitrate: z.number() })
  .refine(({ sample_rate, bitrate }) =>
    (sample_rate < 32_000 ? mpeg2Bitrates : mpeg1Bitrates).includes(bitrate),
  );
export type Mp3Format = z.infer<typeof mp3FormatSchema>;

/** Answer of `GET /api/v1/domain-config` (§3, §7). */
export const domainConfigSchema = z.object({
  tags: z.array(z.string()),
  config: z.looseObject({
    /** Largest allowed upload, bytes (§5). */
    max_upload_bytes: z.number().int(),
    mp3: mp3FormatSchema,
    /** Whether dictation may use a speech recognition that sends audio elsewhere, after the person's consent (§10.1). */
    remote_dictation: z.boolean(),
  }),
});
export type DomainConfig = z.infer<typeof domainConfigSchema>;
