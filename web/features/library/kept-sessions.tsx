import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import {
  goOnHref,
  KeptProblem,
  KeptRecordings,
  newRecordingHref,
  OrphanRecordings,
  type RecoveryState,
  useRecordButton,
  useRecovery,
} from '#web/features/recording/index.ts';
import type { KeptRecording } from '#workers/recorder/recorder.contract.ts';
import { sessionListKey } from '#web/parts/session/session.state.ts';

const nothingDelivered = proxy<Pick<RecoveryState, 'delivered'>>({ delivered: [] });

/**
 * Shows recordings that a crash or a closed tab left on this device. When one of them has been sent, the list is
 * refreshed.
 */
export function KeptSessions() {
  const client = useQueryClient();
  const recovery = useRecovery();
  const { delivered } = useSnapshot(recovery?.state ?? nothingDelivered);
  useEffect(() => {
    if (delivered.length > 0) void client.invalidateQueries({ queryKey: sessionListKey });
  }, [client, delivered]);
  const again = () => void client.invalidateQueries({ queryKey: sessionListKey });
  const record = useRecordButton();
  const navigate = useNavigate();
  const goOn = (kept: KeptRecording) => {
    const href = goOnHref(kept);
    if (href === newRecordingHref) record(kept);
    void navigate({ href });
  };
  if (!recovery) return null;
  return (
    <>
      <KeptProblem recovery={recovery} />
      <KeptRecordings recovery={recovery} onGoOn={goOn} />
      <OrphanRecordings recovery={recovery} onAdopted={again} />
    </>
  );
}
