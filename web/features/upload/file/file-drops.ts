/**
 * Listens for files that are dropped on the page or pasted into it, until the result is disposed of. During that time
 * the browser does not open a dropped file.
 */
export function listenToDrops(
  target: Window,
  on: { onFiles(files: readonly File[], hasFolder: boolean): void; onOver(isOver: boolean): void },
): Disposable {
  const controller = new AbortController();
  const { signal } = controller;
  /** Number of nested elements that the drag is over. A drag enters an element before it leaves the previous one. */
  let depth = 0;
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const setDepth = (next: number) => {
    depth = Math.max(0, next);
    on.onOver(depth > 0);
  };
  target.addEventListener('dragenter', (event) => hasFiles(event) && setDepth(depth + 1), { signal });
  target.addEventListener('dragleave', (event) => hasFiles(event) && setDepth(depth - 1), { signal });
  target.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    },
    { signal },
  );
  target.addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      on.onFiles([...(event.dataTransfer?.files ?? [])], hasFolder(event.dataTransfer));
    },
    { signal },
  );
  target.addEventListener(
    'paste',
    (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      on.onFiles(files, hasFolder(event.clipboardData));
    },
    { signal },
  );
  return { [Symbol.dispose]: () => controller.abort() };
}

/** A folder is given as a file that cannot be read. Only its entry says what it is. */
const hasFolder = (data: DataTransfer | null): boolean =>
  Array.from(data?.items ?? []).some((item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory);
