import { describe, expect, it } from 'vitest';
import { isStatedPlausible, isStatedTooLong, probeToResult, silentRunToCode } from './ffprobe.rules.ts';

const aac = {
  codec_type: 'audio',
  codec_name: 'aac',
  codec_tag_string: 'mp4a',
  sample_rate: '44100',
  channels: 2,
  duration: '12.5',
};
const h264 = { codec_type: 'video', codec_name: 'h264', disposition: { attached_pic: 0 } };
const cover = { codec_type: 'video', codec_name: 'mjpeg', disposition: { attached_pic: 1 } };
const file = (streams: object[], format_name = 'mov,mp4,m4a,3gp,3g2,mj2', duration?: string) => ({
  streams,
  format: { format_name, duration },
});

describe('what a file is', () => {
  it('is read from its first sound track', () => {
    expect(probeToResult(file([h264, aac]), [])).toEqual({
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      codec: 'aac',
      durationS: 12.5,
      sampleRate: 44_100,
      channels: 2,
      hasVideo: true,
      path: 'ffmpeg',
      statedS: 12.5,
    });
  });

  it.each([
    ['mov,mp4', '12.5', [aac], 12.5],
    ['mov,mp4', '9', [aac], 9],
    ['matroska,webm', '30', [{ ...aac, duration: undefined }], 30],
    // The container's length may be that of the video.
    ['matroska,webm', '30', [h264, { ...aac, duration: undefined }], undefined],
    // For an mp3 ffprobe estimates the length from the size.
    ['mp3', '12.5', [aac], undefined],
  ])('%s of %s s counts its length where the header does', (container, whole, streams, statedS) => {
    expect(probeToResult(file(streams, container, whole), [])).toHaveProperty('container', container);
    expect(probeToResult(file(streams, container, whole), [])).toMatchObject(
      statedS === undefined ? {} : { statedS },
    );
    expect('statedS' in (probeToResult(file(streams, container, whole), []) as object)).toBe(
      statedS !== undefined,
    );
  });

  it('has no stated length if that is impossible for its size', () => {
    expect(isStatedPlausible(97_390, 106_093)).toBe(false);
    expect(isStatedPlausible(9_000, 3_000_000)).toBe(true);
  });

  it('has no video where there is only a cover picture, and no length where none is stated', () => {
    const { duration: _, ...stream } = aac;
    expect(probeToResult(file([stream, cover]), [])).toMatchObject({ hasVideo: false, durationS: null });
    expect(probeToResult(file([stream], 'ogg', '7.25'), [])).toMatchObject({ durationS: 7.25 });
  });

  it('is brought to what the analysis takes', () => {
    const studio = { ...aac, sample_rate: '192000', channels: 24 };
    expect(probeToResult(file([studio]), [])).toMatchObject({ sampleRate: 48_000, channels: 2 });
  });

  it.each([
    ['nothing known', {}, ['/input/file: Invalid data found when processing input'], 'media.not_audio'],
    ['a broken header', {}, ["[wav @ 0xe31910] no 'data' tag found"], 'media.damaged'],
    ['a picture', file([{ codec_type: 'video', codec_name: 'png' }], 'png_pipe'), [], 'media.not_audio'],
    ['subtitles', file([{ codec_type: 'subtitle', codec_name: 'subrip' }], 'srt'), [], 'media.not_audio'],
    ['a film without sound', file([h264]), [], 'media.no_sound_track'],
    [
      'an undescribed track',
      file([{ codec_type: 'audio', sample_rate: '0', channels: 0 }]),
      [],
      'media.damaged',
    ],
    ['an unknown codec', file([{ ...aac, codec_name: undefined }]), [], 'media.unsupported'],
    ['no sample rate', file([{ ...aac, sample_rate: '0' }]), [], 'media.damaged'],
    ['an encrypted entry', file([{ ...aac, codec_tag_string: 'enca' }]), [], 'media.encrypted'],
    ['a bought song', file([{ ...aac, codec_tag_string: 'drms' }]), [], 'media.encrypted'],
    [
      'an encrypted webm',
      file([{ ...aac, side_data_list: [{ side_data_type: 'Encryption initialization data' }] }]),
      [],
      'media.encrypted',
    ],
    ['a protected asf', file([aac], 'asf'), ['[asf @ 0x1] DRM protected stream detected'], 'media.encrypted'],
  ])('with %s is a reason', (_name, json, log, code) => {
    expect(probeToResult(json, log)).toBe(code);
  });
});

describe('a stated length', () => {
  it('is believed where the file is large enough for it', () => {
    expect(isStatedTooLong(43_201, 345_600_000)).toBe(true);
    expect(isStatedTooLong(43_200, 345_600_000)).toBe(false);
    expect(isStatedTooLong(null, 500_000_000)).toBe(false);
  });

  it('is not believed of a small file with a wrong header', () => {
    expect(isStatedTooLong(1e9, 100_000)).toBe(false);
  });
});

describe('a run without sound', () => {
  it.each([
    ['Decoder (codec none) not found for input stream #0:0', 'media.unsupported'],
    ['[asf @ 0x1] DRM protected stream detected, decoding will likely fail!', 'media.encrypted'],
    ['Error while decoding stream #0:0: Invalid data found when processing input', 'media.damaged'],
  ])('that says "%s" is %s', (line, code) => {
    expect(silentRunToCode([line])).toBe(code);
    expect(silentRunToCode([])).toBe('media.damaged');
  });
});
