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
  /** Opens the microphone again. If that fails, the present one stays. */
  reopen(): Promise<void>;
};

/**
 * Opens a microphone again that was muted while the page was hidden, and still is a while after it is shown: on iOS a phone call
 * may leave it muted for good. Who mutes it in front of the page means it, and is not asked again. Disposing ends this.
 */
export function createMutedReturn({ page, afterMs, isMuted, reopen }: MutedReturnInput): Disposable {
  const scope = createScope();
  let wasMuted = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onShown = () => {
    if (isMuted() && !wasMuted && !page.isHidden()) void reopen().catch(() => {});
    // It is tried once. The person sees that the microphone is muted, and may choose another one.
    wasMuted = true;
  };
  scope.defer(() => clearTimeout(timer));
  scope.defer(
    page.onVisibility(() => {
      clearTimeout(timer);
      if (page.isHidden()) wasMuted = isMuted();
      else timer = setTimeout(onShown, afterMs);
    }),
  );
  return scope;
}
