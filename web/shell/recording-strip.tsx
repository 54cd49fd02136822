import { useRouterState } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { useGuest } from '#web/features/user/index.ts';
import {
  activeRecording,
  closeRecording,
  isBegunHere,
  isUnsafe,
  newRecordingHref,
  type Recording,
  RecordingBar,
} from '#web/features/recording/index.ts';

export function RecordingStrip() {
  const { current } = useSnapshot(activeRecording);
  return current && activeRecording.current ? <Strip recording={activeRecording.current} /> : null;
}

function Strip({ recording }: { recording: Recording }) {
  const { stage, sessionId } = useSnapshot(recording.state);
  const guest = useGuest();
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const isItsScreen =
    pathname === `/library/${sessionId}` ||
    pathname.startsWith('/pair/') ||
    (pathname + searchStr === newRecordingHref && isBegunHere(recording));
  if (isItsScreen || !(isUnsafe(stage) || stage === 'finished')) return null;
  const href = guest ? `/pair/${guest.pairingId}` : undefined;
  return <RecordingBar recording={recording} href={href} onClose={closeRecording} />;
}
