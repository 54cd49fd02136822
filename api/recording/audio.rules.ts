/** Audio that browsers play, by the media types that devices report. */
const types: Record<string, { type: string; extension: string }> = {
  'audio/mpeg': { type: 'audio/mpeg', extension: 'mp3' },
  'audio/mp3': { type: 'audio/mpeg', extension: 'mp3' },
  'audio/wav': { type: 'audio/wav', extension: 'wav' },
  'audio/x-wav': { type: 'audio/wav', extension: 'wav' },
  'audio/wave': { type: 'audio/wav', extension: 'wav' },
  'audio/vnd.wave': { type: 'audio/wav', extension: 'wav' },
  'audio/mp4': { type: 'audio/mp4', extension: 'm4a' },
  'audio/x-m4a': { type: 'audio/mp4', extension: 'm4a' },
  'audio/m4a': { type: 'audio/mp4', extension: 'm4a' },
  'audio/aac': { type: 'audio/aac', extension: 'aac' },
  'audio/ogg': { type: 'audio/ogg', extension: 'ogg' },
  'audio/opus': { type: 'audio/ogg', extension: 'opus' },
  'audio/webm': { type: 'audio/webm', extension: 'webm' },
  'audio/flac': { type: 'audio/flac', extension: 'flac' },
  'audio/x-flac': { type: 'audio/flac', extension: 'flac' },
  'video/mp4': { type: 'video/mp4', extension: 'mp4' },
  'video/webm': { type: 'video/webm', extension: 'webm' },
};
/** Media types that an answer with audio may have. */
export const audioMedia = [
  ...new Set([...Object.values(types).map(({ type }) => type), 'application/octet-stream']),
];
const byExtension = new Map(Object.values(types).map((entry) => [entry.extension, entry]));

/**
 * Returns the content type and the extension of stored audio. What the client says only chooses among types of audio and video,
 * so that no browser executes the bytes.
 */
export function audioTypeOf(fileType: string, fileName: string): { type: string; extension: string } {
  const claimed = types[fileType.split(';')[0]?.trim().toLowerCase() ?? ''];
  const extension = fileName.split('.').at(-1)?.toLowerCase() ?? '';
  return claimed ?? byExtension.get(extension) ?? { type: 'application/octet-stream', extension: 'audio' };
}

const pad = (value: number) => String(value).padStart(2, '0');

/**
 * Returns the name of a download of the audio (§5): the title in letters, digits, dashes and underscores, the date of the
 * session in UTC, and the extension.
 */
export function audioFileName(title: string, createdAtMs: number, extension: string): string {
  const name = title
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_-]/gu, '');
  const date = new Date(createdAtMs);
  const yymmdd = pad(date.getUTCFullYear() % 100) + pad(date.getUTCMonth() + 1) + pad(date.getUTCDate());
  return `${[name, yymmdd].filter(Boolean).join('_')}.${extension}`;
}

/** Returns `Content-Disposition` of a download (RFC 6266): the name, and an ASCII version for old clients. */
export function attachment(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
