import { useRouterState } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { guestHref, isRecorderAt } from '#web/features/pairing/index.ts';
import {
  activeRecording,
  closeRecording,
  isBegunHere,
  isUnsafe,
  newRecordingHref,
  type Recording,
  RecordingBar,
} from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';

export function RecordingStrip() {
  const { current } = useSnapshot(activeRecording);
  return current && activeRecording.current ? <Strip recording={activeRecording.current} /> : null;
}

function Strip({ recording }: { recording: Recording }) {
  const { stage, sessionId, pairingId, part } = useSnapshot(recording.state);
  const { user } = useSnapshot(userState);
  const personId = user?.id ?? null;
  const shown = { sessionId, pairingId, part };
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const isItsScreen =
    pathname === `/library/${sessionId}` ||
    isRecorderAt(pathname, shown, personId) ||
    (pathname + searchStr === newRecordingHref && isBegunHere(recording));
  if (isItsScreen || !(isUnsafe(stage) || stage === 'finished')) return null;
  // A phone without a sign-in has no other screen of the session, whoever else is signed in by now.
  const href = guestHref(shown, personId) ?? undefined;
  return <RecordingBar recording={recording} href={href} onClose={closeRecording} />;
}
