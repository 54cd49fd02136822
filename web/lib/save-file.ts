export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The URL is revoked after one minute, when the browser has read the blob.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
