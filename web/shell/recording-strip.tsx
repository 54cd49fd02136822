import { useRouterState } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
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
  const { stage, sessionId, pairingId } = useSnapshot(recording.state);
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const isItsScreen =
    pathname === `/library/${sessionId}` ||
    pathname.startsWith('/pair/') ||
    (pathname + searchStr === newRecordingHref && isBegunHere(recording));
  if (isItsScreen || !(isUnsafe(stage) || stage === 'finished')) return null;
  // A phone without a sign-in has no other screen of the session, whoever is signed in by now.
  const href = pairingId === null ? undefined : `/pair/${encodeURIComponent(pairingId)}`;
  return <RecordingBar recording={recording} href={href} onClose={closeRecording} />;
}
