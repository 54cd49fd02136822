/** Runs in the page: notes when it is usable, and how far its content moves. */
export type Watched = { usableAtMs: number | null; shift: number; moved: string[] };
export type WatchedPage = typeof globalThis & { watched: Watched };

/** Key in session storage for the shifts of documents that this one has replaced. */
const shiftKey = 'bench-shift';

/**
 * Watches from the start of the document. The page is usable when an element that matches `selector` was painted, and the
 * main thread has answered after that. The function is injected as text into any page.
 */
export function installWatch([selector, key]: readonly [string, string]): void {
  const watched: Watched = { usableAtMs: null, shift: Number(sessionStorage.getItem(key) ?? 0), moved: [] };
  Object.assign(globalThis, { watched });
  type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
  type Shift = { value: number; hadRecentInput: boolean; startTime: number; sources: Source[] };
  const rectOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ');
  const moveOf = ({ node, previousRect, currentRect }: Source): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = element?.textContent.slice(0, 30) ?? '';
    const name = element
      ? `${element.localName}.${element.getAttribute('class') ?? ''} "${text}"`
      : 'removed';
    return `${name}: ${rectOf(previousRect)} → ${rectOf(currentRect)}`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      if (entry.hadRecentInput) continue;
      watched.shift += entry.value;
      const at = `${Math.round(entry.startTime)} ms`;
      watched.moved.push(...entry.sources.map((source) => `${at} ${moveOf(source)}`));
    }
    sessionStorage.setItem(key, String(watched.shift));
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (!document.querySelector(selector)?.checkVisibility()) return requestAnimationFrame(look);
    // A message that is posted inside a frame arrives after that frame's style, layout and paint.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      watched.usableAtMs = performance.timeOrigin + performance.now();
    });
    port1.start();
    port2.postMessage(null);
    return undefined;
  };
  requestAnimationFrame(look);
}

export const watchArguments = (selector: string) => [selector, shiftKey] as const;
