export type Toast = {
  id: number;
  kind: 'info' | 'safe' | 'error';
  text: string;
  action?: { label: string; run(): void };
  durationMs?: number;
};

export type ToastQueue = {
  subscribe(listener: () => void): () => void;
  toasts(): readonly Toast[];
  /** Adds a toast and returns its id. Errors and toasts with an action stay longer. */
  add(toast: Omit<Toast, 'id'>): number;
  close(id: number): void;
  pause(): void;
  resume(): void;
};

type ToastTimes = { shortMs: number; longMs: number };

/**
 * Creates a queue of messages that close by themselves. At most three are shown. If there are more, the oldest are
 * dropped.
 */
export function createToastQueue(times: ToastTimes = { shortMs: 5_000, longMs: 12_000 }): ToastQueue {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  let paused = false;
  const listeners = new Set<() => void>();
  const timers = new Map<number, ReturnType<typeof setTimeout>>();

  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  const stop = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const close = (id: number) => {
    stop(id);
    set(toasts.filter((toast) => toast.id !== id));
  };
  const start = (toast: Toast) => {
    stop(toast.id);
    const isLong = toast.kind === 'error' || toast.action !== undefined;
    const ms = toast.durationMs ?? (isLong ? times.longMs : times.shortMs);
    timers.set(
      toast.id,
      setTimeout(() => close(toast.id), ms),
    );
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toasts: () => toasts,
    add(content) {
      const toast = { ...content, id: ++lastId };
      for (const old of toasts.slice(0, Math.max(0, toasts.length - 2))) stop(old.id);
      set([...toasts.slice(-2), toast]);
      if (!paused) start(toast);
      return toast.id;
    },
    close,
    pause() {
      paused = true;
      for (const id of timers.keys()) stop(id);
    },
    resume() {
      if (!paused) return;
      paused = false;
      for (const toast of toasts) start(toast);
    },
  };
}
