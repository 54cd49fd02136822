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
  const { stage, sessionId } = useSnapshot(recording.state);
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const isItsScreen =
    pathname === `/library/${sessionId}` ||
    pathname.startsWith('/pair/') ||
    (pathname + searchStr === newRecordingHref && isBegunHere(recording));
  if (isItsScreen || !(isUnsafe(stage) || stage === 'finished')) return null;
  return <RecordingBar recording={recording} onClose={closeRecording} />;
}
