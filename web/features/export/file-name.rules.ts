/** Returns the file name in a Content-Disposition header (RFC 6266); null if it has none. The extended form comes first. */
export function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // The percent-encoding of the extended form is invalid. The plain form may be valid.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim() ?? null;
}
