import { lazy, Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { typingSelector } from '#web/parts/keys/key-target.rules.ts';
import { closeKeysDialog, keysDialog, openKeysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { isOverviewKey } from './overview-key.rules.ts';

/** The overview is loaded when it is opened for the first time, with the names of keys, which belong to a session. */
const KeysDialog = lazy(async () => ({
  default: (await loadPart(withWords(['session', 'rest'], () => import('./keys-dialog.tsx')))).KeysDialog,
}));

/** Shows the overview of all keys, and opens it with “?” on every screen. */
export function KeysHost() {
  const { isOpen } = useSnapshot(keysDialog);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const owner = new AbortController();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !singleKeys.isOn || !isOverviewKey(event)) return;
      if (event.target instanceof Element && event.target.closest(typingSelector)) return;
      event.preventDefault();
      openKeysDialog();
    };
    window.addEventListener('keydown', onKey, { signal: owner.signal });
    return () => owner.abort();
  }, []);
  // It stays mounted for its closing animation.
  return wasOpen ? (
    <Suspense>
      <KeysDialog isOpen={isOpen} onClose={closeKeysDialog} />
    </Suspense>
  ) : null;
}
