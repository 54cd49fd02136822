import { expect, it } from 'vitest';
import { mediaTypeOf } from './playable.rules.ts';

it.each([
  ['mov,mp4,m4a,3gp,3g2,mj2', 'aac', 'audio/mp4; codecs="mp4a.40.2"'],
  ['matroska,webm', 'opus', 'audio/webm; codecs="opus"'],
  ['ogg', 'vorbis', 'audio/ogg; codecs="vorbis"'],
  ['mp3', 'mp3', 'audio/mpeg'],
  ['wav', 'pcm_s16le', 'audio/wav'],
  ['wav', 'adpcm_ima_wav', null],
  ['amr', 'amr_nb', null],
  ['mov,mp4,m4a,3gp,3g2,mj2', 'amr_nb', null],
  ['asf', 'wmav2', null],
])('%s with %s is played as %s', (container, codec, type) => {
  expect(mediaTypeOf({ container, codec })).toBe(type);
});
