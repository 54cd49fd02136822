/**
 * Owns resources. Disposing of the scope disposes of its resources, the last one first. A resource that is added to a
 * disposed scope is disposed of at once.
 */
export type Scope = Disposable & {
  readonly signal: AbortSignal;
  use<T extends Disposable>(resource: T): T;
  defer(end: () => void): void;
  listen<K extends string>(
    target: EventTarget,
    type: K,
    listener: (event: Event) => void,
    options?: AddEventListenerOptions,
  ): void;
  timeout(run: () => void, ms: number): void;
  interval(run: () => void, ms: number): void;
  /** Creates an object URL of `blob`, which is revoked together with the scope. */
  objectUrl(blob: Blob): string;
};

export function createScope(): Scope {
  const controller = new AbortController();
  const ends: (() => void)[] = [];
  const defer = (end: () => void) => {
    if (controller.signal.aborted) end();
    else ends.push(end);
  };
  return {
    signal: controller.signal,
    defer,
    use(resource) {
      defer(() => resource[Symbol.dispose]());
      return resource;
    },
    listen(target, type, listener, options) {
      target.addEventListener(type, listener, { ...options, signal: controller.signal });
    },
    timeout(run, ms) {
      const timer = setTimeout(run, ms);
      defer(() => clearTimeout(timer));
    },
    interval(run, ms) {
      const timer = setInterval(run, ms);
      defer(() => clearInterval(timer));
    },
    objectUrl(blob) {
      const url = URL.createObjectURL(blob);
      defer(() => URL.revokeObjectURL(url));
      return url;
    },
    [Symbol.dispose]() {
      if (controller.signal.aborted) return;
      controller.abort(new DOMException('The owner has ended.', 'AbortError'));
      const errors: unknown[] = [];
      for (const end of ends.toReversed()) {
        try {
          end();
        } catch (error) {
          errors.push(error);
        }
      }
      ends.length = 0;
      if (errors.length > 0) throw new AggregateError(errors, 'Ending a scope failed.');
    },
  };
}
