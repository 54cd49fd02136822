/**
 * Converts the header `Retry-After`, seconds or a date (RFC 9110, §10.2.3), to ms from now. Returns null without a
 * valid header.
 */
export function retryAfterToMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
