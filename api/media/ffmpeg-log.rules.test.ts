import { describe, expect, it } from 'vitest';
import { isCutShort, isTagLine, isTellingLine, logToStatedS, silentRunToReason } from './ffmpeg-log.rules.ts';

const input = (format: string) => `Input #0, ${format}, from '/input/file':`;
const sound = '  Stream #0:1[0x2](und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp';
const video = '  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p, 1080x720';
const cover = '  Stream #0:0: Video: mjpeg (Baseline), yuvj420p(pc), 600x600, 90k tbr (attached pic)';
const nothing = 'Output file is empty, nothing was encoded (check -ss / -t / -frames parameters if used)';

describe('the reason why a file gave no sound', () => {
  it.each([
    ['not known to ffmpeg', ['/input/file: Invalid data found'], 'transcription.audio_unreadable'],
    ['a picture', [input('png_pipe'), '  Stream #0:0: Video: png, rgba'], 'transcription.audio_unreadable'],
    ['subtitles', [input('srt'), '  Stream #0:0: Subtitle: subrip'], 'transcription.audio_unreadable'],
    ['a film without sound', [input('mov,mp4'), video], 'transcription.audio_no_sound_track'],
    ['a cover without sound', [input('mp3'), cover], 'transcription.audio_unreadable'],
    [
      'sound cut off',
      [input('mov'), '  Duration: 01:47:02.00', sound, nothing],
      'transcription.audio_unreadable',
    ],
    ['a codec nobody knows', [input('mov'), sound, 'Decoder not found'], 'transcription.audio_unreadable'],
    [
      'a track without samples',
      [input('wav'), '  Duration: N/A', sound, nothing],
      'transcription.audio_empty',
    ],
    [
      'protected',
      [input('asf'), '[asf @ 0x1] DRM protected stream detected'],
      'transcription.audio_encrypted',
    ],
  ])('%s', (_, lines, code) => {
    expect(silentRunToReason(lines)).toBe(code);
  });
});

describe('the length that a file states', () => {
  it('is read to the hundredth', () => {
    expect(logToStatedS([input('mov'), '  Duration: 01:47:02.25, start: 0.000000, bitrate: 1 kb/s'])).toBe(
      6422.25,
    );
  });

  it('is null where there is none, where it was guessed, and where it is nonsense', () => {
    expect(logToStatedS([input('wav'), '  Duration: N/A, bitrate: N/A'])).toBeNull();
    expect(
      logToStatedS(['[mp3 @ 0x1] Estimating duration from bitrate', '  Duration: 00:00:10.00']),
    ).toBeNull();
    expect(logToStatedS(['  Duration: 39:46:05.64'])).toBeNull();
    expect(logToStatedS([])).toBeNull();
  });

  it('is missed by more than codecs and edit lists explain where a file was cut off', () => {
    expect(isCutShort(6.6, 11.17)).toBe(false);
    expect(isCutShort(60, 120)).toBe(true);
    expect(isCutShort(3420, 3600)).toBe(false);
    expect(isCutShort(3419, 3600)).toBe(true);
    expect(isCutShort(60, null)).toBe(false);
    expect(isCutShort(121, 120)).toBe(false);
  });
});

it('tags of a file, which may name people, are told from what ffmpeg says, and what counts from the rest', () => {
  for (const line of [
    '    title           : Gespräch mit Frau Muster',
    '      handler_name    : SoundHandler',
  ])
    expect(isTagLine(line)).toBe(true);
  for (const line of [input('wav'), '  Duration: N/A', sound, nothing])
    expect([isTagLine(line), isTellingLine(line)]).toEqual([false, true]);
  expect(isTellingLine('Error while decoding stream #0:0: Invalid data found')).toBe(false);
});
