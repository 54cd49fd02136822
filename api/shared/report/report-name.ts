import type { ReportFormat } from '#api/contract/export.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Characters that some file systems or mail programs cannot handle. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g;

// A file name has at most 255 bytes.
const maxTitleBytes = 150;
const maxTypeBytes = 60;
const encoder = new TextEncoder();

/** Returns the longest beginning of at most `maxBytes` bytes (UTF-8), without cutting a character. */
function cutTo(text: string, maxBytes: number): string {
  const bytes = encoder.encode(text);
  const isInside = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let end = Math.min(maxBytes, bytes.length);
  while (isInside(end)) end--;
  return new TextDecoder().decode(bytes.subarray(0, end)).trim();
}

/** Returns `title_yymmdd-hhmmss_reporttype.ext` with the time of the download in UTC (§5). */
export function reportName(title: string, type: string, format: ReportFormat, nowMs: number): string {
  const now = new Date(nowMs);
  const day = [now.getUTCFullYear() % 100, now.getUTCMonth() + 1, now.getUTCDate()].map(two).join('');
  const time = [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join('');
  const tidy = (text: string) =>
    text
      .normalize('NFC')
      .toWellFormed()
      .replace(forbidden, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^[.\s]+/, '');
  const name = cutTo(tidy(title), maxTitleBytes) || 'session';
  return `${name}_${day}-${time}_${cutTo(tidy(type), maxTypeBytes)}.${format}`;
}
