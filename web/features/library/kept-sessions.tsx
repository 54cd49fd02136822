import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { DeliveryState } from '#web/features/recording/recovery/recovery.state.ts';
import {
  KeptRecordings,
  OrphanRecordings,
  useDelivery,
} from '#web/features/recording/recovery/kept-recordings.tsx';
import { sessionListKey } from '#web/parts/session/session.state.ts';

const nothingDelivered = proxy<Pick<DeliveryState, 'delivered'>>({ delivered: [] });

/** What a crash or a closed tab left on this device; what has arrived meanwhile is in the list at once. */
export function KeptSessions() {
  const client = useQueryClient();
  const delivery = useDelivery();
  const { delivered } = useSnapshot(delivery?.state ?? nothingDelivered);
  useEffect(() => {
    if (delivered.length > 0) void client.invalidateQueries({ queryKey: sessionListKey });
  }, [client, delivered]);
  const again = () => void client.invalidateQueries({ queryKey: sessionListKey });
  if (!delivery) return null;
  return (
    <>
      <KeptRecordings delivery={delivery} />
      <OrphanRecordings delivery={delivery} onAdopted={again} />
    </>
  );
}
