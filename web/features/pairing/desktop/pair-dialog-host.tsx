import { Suspense, useState } from 'react';
import { PairDialog } from './lazy-parts.ts';
import type { PairDialogProps } from './pair-dialog.tsx';

/** The dialog is loaded when it opens for the first time. It stays mounted for its closing animation. */
export function PairDialogHost(props: PairDialogProps) {
  const [wasOpen, setWasOpen] = useState(false);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense>
      <PairDialog {...props} />
    </Suspense>
  ) : null;
}
