const dayMs = 86_400_000;

/**
 * Formats a time as 1:12:47, or as 12:47 below an hour. It is rounded down, because a clock never shows a second that
 * is not over.
 */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a time with fractions of a second, rounded down: 12:47.25. */
export function formatFineClock(seconds: number, digits: number): string {
  const scale = 10 ** digits;
  const parts = Math.max(0, Math.floor(seconds * scale + 1e-6));
  const clock = formatClock(Math.floor(parts / scale));
  return digits > 0 ? `${clock}.${String(parts % scale).padStart(digits, '0')}` : clock;
}

/** Returns a duration for screen readers, in whole seconds rounded down: “1 Stunde, 12 Minuten, 47 Sekunden”. */
export const spokenDuration = (seconds: number, language: string): string =>
  spoken(Math.max(0, Math.floor(seconds)), language);

/** Returns a duration for screen readers with hundredths of a second: “12 Minuten, 47,25 Sekunden”. */
export const spokenFine = (seconds: number, language: string): string =>
  spoken(Math.max(0, Math.floor(seconds * 100 + 1e-6) / 100), language);

function spoken(seconds: number, language: string): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [Math.round((seconds % 60) * 100) / 100, 'second'],
  ];
  const said = parts.filter(([amount]) => amount > 0);
  return (said.length > 0 ? said : [[0, 'second'] as [number, string]])
    .map(([amount, unit]) =>
      new Intl.NumberFormat(locale(language), { style: 'unit', unit, unitDisplay: 'long' }).format(amount),
    )
    .join(', ');
}

/** Formats a rounded duration: “9.4 s”, “42 s”, “1:40 min”, “29 min”. */
export function formatLength(seconds: number, language: string): string {
  if (seconds < 99.5) return `${formatNumber(seconds, seconds < 9.95 ? 1 : 0, language)}\u00a0s`;
  const minutes = seconds < 599.5 ? formatClock(Math.round(seconds)) : String(Math.round(seconds / 60));
  return `${minutes}\u00a0min`;
}

export const formatNumber = (value: number, digits: number, language: string): string =>
  new Intl.NumberFormat(locale(language), {
    maximumFractionDigits: digits,
    // Rounding a small negative number gives 0, not −0.
    signDisplay: 'negative',
  }).format(value);

/** Formats a share, 0 to 1: 0.62 as “62 %”. */
export const formatPercent = (share: number, language: string): string =>
  new Intl.NumberFormat(locale(language), { style: 'percent', maximumFractionDigits: 0 }).format(share);

/**
 * Formats a size in decimal megabytes, with one digit below ten: “8,4 MB”, “150 MB”. Below a tenth of a megabyte it is
 * in kilobytes: “35 kB”.
 */
export function formatBytes(bytes: number, language: string): string {
  const megabytes = bytes / 1_000_000;
  const number = (value: number, digits: number) =>
    new Intl.NumberFormat(locale(language), { maximumFractionDigits: digits }).format(value);
  if (megabytes < 0.1) return `${number(bytes / 1000, 0)}\u00a0kB`;
  return `${number(megabytes, megabytes < 10 ? 1 : 0)}\u00a0MB`;
}

/** Formats a date in the person's time zone: “20. November 2026”. */
export const formatDate = (iso: string | Date, language: string): string =>
  new Intl.DateTimeFormat(locale(language), { dateStyle: 'long' }).format(new Date(iso));

/** Formats date and time in the person's time zone: “20.11.2026, 09:41”. */
export const formatDateTime = (iso: string | Date, language: string): string =>
  new Intl.DateTimeFormat(locale(language), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** Formats the time of day in the person's time zone: “09:41”. */
export const formatTimeOfDay = (iso: string | Date, language: string): string =>
  new Intl.DateTimeFormat(locale(language), { timeStyle: 'short' }).format(new Date(iso));

/** Formats the heading of a UTC day (§2), which is given as 2026-11-20: “Freitag, 20. November 2026”. */
export const formatUtcDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(locale(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** Formats a UTC day without its weekday: “20. November 2026”. */
export const formatUtcDate = (day: string, language: string): string =>
  new Intl.DateTimeFormat(locale(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** Returns the number of UTC days from `day` to `nowMs`. */
export const utcDaysAgo = (day: string, nowMs: number): number =>
  Math.floor(nowMs / dayMs) - Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);

/**
 * Returns the language with the region that the browser names for it. Without such a region it is Great Britain for
 * English, and Switzerland for the other languages.
 */
function locale(language: string): string {
  const named = globalThis.navigator?.languages?.find((tag) => tag.startsWith(`${language}-`));
  return named ?? (language === 'en' ? 'en-GB' : `${language}-CH`);
}
