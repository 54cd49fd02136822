/**
 * Number of blobs that are sliced or joined in one task. Each takes about 0.3 ms, so a task is shorter than one frame of the
 * screen.
 */
const atOnce = 24;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

type OctetRange = { from: number; to: number };

/** Returns the parts of consecutive blobs that make up each byte range. Reads and copies no bytes. */
export async function sliceBlobs(blobs: readonly Blob[], ranges: readonly OctetRange[]): Promise<Blob[][]> {
  const slices: Blob[][] = [];
  let sliced = 0;
  for (const { from, to } of ranges) {
    const parts: Blob[] = [];
    slices.push(parts);
    let at = 0;
    for (const blob of blobs) {
      const first = Math.max(0, from - at);
      const last = Math.min(blob.size, to - at);
      at += blob.size;
      if (first >= last) continue;
      const isWhole = first === 0 && last === blob.size;
      parts.push(isWhole ? blob : blob.slice(first, last));
      if (!isWhole && ++sliced % atOnce === 0) await nextTask();
    }
  }
  return slices;
}

/** Joins many blobs into one, in several short tasks, so that the page stays responsive. */
export async function joinBlobs(parts: readonly Blob[]): Promise<Blob> {
  let level = [...parts];
  while (level.length > 1) {
    const joined: Blob[] = [];
    for (let at = 0; at < level.length; at += atOnce) {
      joined.push(new Blob(level.slice(at, at + atOnce)));
      await nextTask();
    }
    level = joined;
  }
  return level[0] ?? new Blob();
}
