/** Saves `blob` where the browser puts downloads, under `name`. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the blob over once the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
