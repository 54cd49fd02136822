import { clsx } from 'clsx';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import type { Toast, ToastQueue } from './toast-queue.ts';
import style from './toast.module.css';

const icons = { info: Info, safe: CircleCheck, error: TriangleAlert };

type ToastRegionProps = { queue: ToastQueue; label: string; closeLabel: string };

/** Shows the toasts in a polite live region. The shell mounts it once. Hover and focus stop the timer. */
export function ToastRegion({ queue, label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(queue.subscribe, queue.toasts);
  const region = useRef<HTMLElement>(null);
  useEffect(() => () => queue.resume(), [queue]);
  // A focused button that is removed with its toast fires no blur event. Therefore the timer is resumed here.
  useEffect(() => {
    if (!region.current?.matches(':hover, :focus-within')) queue.resume();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs for every toast that is added or removed
  }, [queue, toasts]);
  return (
    // Hover and focus only pause the timer, so a person who uses the keyboard loses nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={style.region}
      aria-label={label}
      onPointerEnter={queue.pause}
      onPointerLeave={queue.resume}
      onFocus={queue.pause}
      onBlur={queue.resume}
    >
      <ol className={style.list} aria-live="polite" aria-relevant="additions">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} queue={queue} closeLabel={closeLabel} />
        ))}
      </ol>
    </section>
  );
}

type ToastItemProps = { toast: Toast; queue: ToastQueue; closeLabel: string };

function ToastItem({ toast, queue, closeLabel }: ToastItemProps) {
  const Icon = icons[toast.kind];
  return (
    <li className={clsx(style.toast, style[toast.kind])}>
      <Icon size={20} aria-hidden="true" />
      <span className={style.text}>{toast.text}</span>
      {toast.action ? (
        <Button
          look="quiet"
          className={style.button}
          onPress={() => {
            toast.action?.run();
            queue.close(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <Button
        icon
        look="quiet"
        className={style.button}
        aria-label={closeLabel}
        onPress={() => queue.close(toast.id)}
      >
        <X size={18} aria-hidden="true" />
      </Button>
    </li>
  );
}
