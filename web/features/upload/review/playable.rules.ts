const types: [container: RegExp, type: string][] = [
  [/^mp3$/, 'audio/mpeg'],
  [/^wav$/, 'audio/wav'],
  [/^flac$/, 'audio/flac'],
  [/^aac$/, 'audio/aac'],
  [/mp4/, 'audio/mp4'],
  [/webm/, 'audio/webm'],
  [/^ogg$/, 'audio/ogg'],
];

const codecs: Record<string, string> = {
  aac: 'mp4a.40.2',
  opus: 'opus',
  vorbis: 'vorbis',
  flac: 'flac',
  mp3: 'mp3',
};
const isPlain = (codec: string) => /^pcm_[su](8|16|24)/.test(codec) || codec === 'mp3' || codec === 'aac';

/** Returns the media type for `canPlayType`. Null if no browser plays the format. */
export function mediaTypeOf({ container, codec }: { container: string; codec: string }): string | null {
  const type = types.find(([pattern]) => pattern.test(container))?.[1];
  if (!type) return null;
  const needsCodec = /mp4|webm|ogg/.test(type);
  if (!needsCodec) return isPlain(codec) || codec === 'flac' ? type : null;
  const name = codecs[codec];
  return name ? `${type}; codecs="${name}"` : null;
}
