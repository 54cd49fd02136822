import type { TranscriptEditor } from './transcript-editor.ts';

/** An editor that nobody looks at any more goes after so long. */
const unseenMs = 5 * 60_000;

type Open = {
  key: string;
  editor: TranscriptEditor;
  users: number;
  timer: ReturnType<typeof setTimeout> | null;
};

let open: Open | null = null;

function close(): void {
  if (open?.timer) clearTimeout(open.timer);
  open?.editor[Symbol.dispose]();
  open = null;
}

/** Somebody has signed out: what nobody looks at goes at once. */
export function closeUnseenEditor(): void {
  if (open?.users === 0) close();
}

type EditorLease = Disposable & { readonly editor: TranscriptEditor | null };

/** The editor of this key, shared by all who ask for it; it goes some time after the last one, or when another is opened. */
export function leaseEditor(key: string, create: () => TranscriptEditor | null): EditorLease {
  if (open?.key !== key && open?.users === 0) close();
  if (!open || open.key !== key) {
    const editor = create();
    if (!editor) return { editor: null, [Symbol.dispose]() {} };
    const mine: Open = { key, editor, users: 0, timer: null };
    // another one is still looked at: it keeps its own
    if (open) return { editor, [Symbol.dispose]: () => editor[Symbol.dispose]() };
    open = mine;
  }
  const lease = open;
  lease.users++;
  if (lease.timer) clearTimeout(lease.timer);
  lease.timer = null;
  return {
    editor: lease.editor,
    [Symbol.dispose]() {
      lease.users--;
      if (lease.users === 0 && open === lease) lease.timer = setTimeout(close, unseenMs);
    },
  };
}
