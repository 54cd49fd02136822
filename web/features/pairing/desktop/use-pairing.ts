import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import { useHasTag } from '#web/lib/domain-config.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { type DeskPhase, phaseOf } from './desk.rules.ts';
import { type Desk, type DeskState, nothing } from './desk.ts';
import { pairWish, takePairWish } from './pair-wish.ts';
import { useDesk } from './use-desk.ts';

export type SessionPairing = {
  desk: Desk | null;
  /** True if this host has pairing. */
  isOffered: boolean;
  isDialogOpen: boolean;
  /** True while the screen shows the phone in the place of the recorder. */
  isMirroring: boolean;
  open(): void;
  close(): void;
};

const noDesk = proxy<DeskState>(nothing());

/** Phases in which the dialog is of use. */
const inDialog: ReadonlySet<DeskPhase> = new Set(['starting', 'failed', 'code', 'waiting', 'over']);

type PairingInput = {
  sessionId: string;
  /** True while this device has a recording of the session. The dialog does not open over it. */
  isBusy: boolean;
  /** Called if the person has closed the dialog, no phone was connected, and the session was made for the pairing. */
  onUnused(): void;
};

/** Returns the pairing of a session without audio. */
export function usePairing({ sessionId, isBusy, onUnused }: PairingInput): SessionPairing {
  const { t } = useTranslation();
  const isOffered = useHasTag('pairing');
  const desk = useDesk(sessionId);
  const state = useSnapshot(desk?.state ?? noDesk);
  const phase = phaseOf(state);
  // A wish opens the dialog from an effect, which must not set the state of React, so these flags are in a proxy.
  const [dialog] = useState(() => proxy({ isAsked: false, isNew: false, isClosing: false }));
  const { isAsked, isClosing } = useSnapshot(dialog);
  const { wish } = useSnapshot(pairWish);

  const open = (isNew: boolean) => {
    Object.assign(dialog, { isAsked: true, isNew, isClosing: false });
    if (desk && phase !== 'waiting') void desk.start();
  };
  const leaveDesk = async (left: Desk, isNew: boolean) => {
    Object.assign(dialog, { isClosing: true });
    // The code is shown in this dialog only, so its pairing is ended. If the call fails, the code expires by itself.
    const became = await left.abandon();
    Object.assign(dialog, { isClosing: false });
    if (became === 'unused' && isNew) onUnused();
  };
  const whenWished = useEffectEvent(() => {
    const taken = takePairWish(sessionId);
    if (!taken) return;
    if (isBusy) toasts.add({ kind: 'info', text: t('pairing.busy') });
    else if (phase !== 'connected') open(taken.isNew);
  });
  const whenFound = useEffectEvent(() => {
    toasts.add({ kind: 'info', text: t('error.pairing.connected') });
  });
  useEffect(() => {
    if (state.isFound) whenFound();
  }, [state.isFound]);
  // A wish waits until the server has told whether the remembered pairing is still alive. A living pairing is not replaced.
  const isKnown = desk !== null && (isBusy || phase !== 'looking');
  useEffect(() => {
    if (isKnown && isOffered && wish?.sessionId === sessionId) whenWished();
  }, [isKnown, isOffered, wish, sessionId]);

  return {
    desk,
    isOffered,
    // A phone that waits for the comparison opens the dialog, also after a reload. After the confirmation the panel replaces the dialog.
    isDialogOpen:
      !isClosing && (isAsked || phase === 'waiting') && inDialog.has(phase) && !state.wasConnected,
    isMirroring: phase === 'connected' || phase === 'looking' || (phase === 'over' && state.wasConnected),
    open: () => open(false),
    close() {
      const { isNew } = dialog;
      Object.assign(dialog, { isAsked: false, isNew: false });
      if (desk && phase !== 'connected') void leaveDesk(desk, isNew);
    },
  };
}
