import { createScope } from '#web/lib/scope.ts';

export type MutedReturnInput = {
  page: {
    isHidden(): boolean;
    /** Calls `listener` when the page is shown or hidden. Returns a function that ends this. */
    onVisibility(listener: () => void): () => void;
  };
  /** Delay after the page is shown, in which the browser may unmute the microphone itself, ms. */
  afterMs: number;
  isMuted(): boolean;
  reopen(): Promise<void>;
};

/**
 * Opens a microphone again that is still muted a while after the page is shown: on iOS a phone call may leave it muted for good.
 * Disposing ends this.
 */
export function createMutedReturn({ page, afterMs, isMuted, reopen }: MutedReturnInput): Disposable {
  const scope = createScope();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onShown = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // If it fails, the person sees that the microphone is muted, and may choose another one.
      if (isMuted() && !page.isHidden()) void reopen().catch(() => {});
    }, afterMs);
  };
  scope.defer(() => clearTimeout(timer));
  scope.defer(page.onVisibility(onShown));
  return scope;
}
