import { z } from 'zod';
import type { MediaErrorCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import { protectedTags } from '#wasm/mp4/protection.ts';
import type { Probe } from '#workers/media/container/probe.ts';

/** Requests the fields that `probeToResult` reads. */
export const probeArgs = [
  '-v',
  'error',
  '-show_entries',
  'format=format_name,duration:stream=codec_type,codec_name,codec_tag_string,sample_rate,channels,duration' +
    ':stream_disposition=attached_pic:stream_side_data=side_data_type',
];

const numberText = z.coerce.number().nonnegative().optional().catch(undefined);

const streamSchema = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().default(''),
  sample_rate: numberText,
  channels: z.number().optional(),
  duration: numberText,
  disposition: z.object({ attached_pic: z.number() }).optional(),
  side_data_list: z.array(z.object({ side_data_type: z.string().default('') })).default([]),
});

const probeSchema = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({ format_name: z.string(), duration: numberText }).optional(),
});

type Stream = z.infer<typeof streamSchema>;

/** Containers of pictures and text, which ffmpeg reports as video and subtitles. */
const notSound = /(_pipe|^image2|^gif|^apng|^tty|^srt|^webvtt|^ass|^lrc)/;

const isProtected = (stream: Stream, log: string) =>
  protectedTags.includes(stream.codec_tag_string) ||
  stream.side_data_list.some(({ side_data_type }) => /encryption/i.test(side_data_type)) ||
  /DRM protected/i.test(log);

/**
 * Log line of a demuxer that accepted the file: it begins with the demuxer's name, `[wav @ 0x55…] no 'data' tag found`.
 */
const recognised = /^\[[\w,]+ @ /m;

/** Containers whose header states the exact length; ffprobe estimates it for the others. */
const counting = /^(mov|matroska|wav|w64|aiff|caf|flac)/;

/** Returns the length of the audio that the header states. The container's length is used only if there is no video. */
function statedOf(container: string, sound: Stream, wholeS: number | undefined, hasVideo: boolean) {
  if (!counting.test(container)) return {};
  const stated = [sound.duration, hasVideo ? undefined : wholeS].filter((length) => length !== undefined);
  return stated.length > 0 ? { statedS: Math.min(...stated) } : {};
}

/** Limits of the analysis; more is reduced while decoding. */
export const maxChannels = 8;
export const maxSampleRate = 96_000;

/** Turns ffprobe's JSON and log into the facts of the file, or into the reason why it cannot be used. */
export function probeToResult(json: unknown, lines: string[]): Probe | MediaErrorCode {
  const log = lines.join('\n');
  const { streams, format } = probeSchema.parse(json);
  if (!format) return recognised.test(log) ? 'media.damaged' : 'media.not_audio';
  if (notSound.test(format.format_name)) return 'media.not_audio';
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  const moving = streams.filter((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1);
  if (streams.some((stream) => isProtected(stream, log))) return 'media.encrypted';
  if (!sound) {
    if (moving.length > 0) return 'media.no_sound_track';
    return recognised.test(log) ? 'media.damaged' : 'media.not_audio';
  }
  if (!sound.codec_name && !sound.sample_rate) return 'media.damaged';
  if (!sound.codec_name) return 'media.unsupported';
  if (!sound.sample_rate || !sound.channels) return 'media.damaged';
  return {
    container: format.format_name,
    codec: sound.codec_name,
    durationS: sound.duration ?? format.duration ?? null,
    sampleRate: sound.sample_rate > maxSampleRate ? 48_000 : sound.sample_rate,
    channels: sound.channels > maxChannels ? 2 : sound.channels,
    hasVideo: moving.length > 0,
    path: 'ffmpeg',
    ...statedOf(format.format_name, sound, format.duration, moving.length > 0),
  };
}

/** Least plausible bit rate, bit/s. No speech codec needs less: a header that states more time per byte is wrong. */
const minBitrate = 4_000;

/** Returns true if the stated length exceeds the limit and is plausible, so that decoding need not start. */
export const isStatedTooLong = (durationS: number | null, bytes: number): boolean =>
  durationS !== null && durationS > limits.maxAnalysedS && (bytes * 8) / durationS >= minBitrate;

/** Bit rate, bit/s, below which a stated length is wrong even if much of the file is missing. */
const minLeftBitrate = 500;

/** Returns true if the stated length is plausible, even if much of the file is missing. */
export const isStatedPlausible = (statedS: number, bytes: number): boolean =>
  (bytes * 8) / statedS >= minLeftBitrate;

export function silentRunToCode(lines: string[]): MediaErrorCode {
  const log = lines.join('\n');
  if (/DRM protected|encrypted/i.test(log)) return 'media.encrypted';
  if (/Decoder .*not found|No decoder|Decoding requested, but no decoder/i.test(log))
    return 'media.unsupported';
  if (/Decoder not (implemented|supported)|not implemented/i.test(log)) return 'media.unsupported';
  return 'media.damaged';
}
