import { proxy, useSnapshot } from 'valtio';
import { activeRecording, isAtRest } from '#web/features/recording/index.ts';
import { TourHost } from '#web/features/tour/index.ts';
import { userState } from '#web/features/user/index.ts';

const none = proxy({ stage: 'idle' as const });

/** The guided tours. They never show while something is being recorded, or being finished. */
export function TourPart() {
  const { user } = useSnapshot(userState);
  const { current } = useSnapshot(activeRecording);
  const { stage } = useSnapshot((current && activeRecording.current?.state) ?? none);
  return user ? <TourHost key={user.id} config={user.config} mayShow={isAtRest(stage)} /> : null;
}
