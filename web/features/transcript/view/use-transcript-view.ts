import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { type Player, stepS } from '#web/features/player/index.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import { ownActionOf, useTranscriptKeys } from '#web/features/transcript/keys/use-transcript-keys.ts';
import { useAnnouncer } from '#web/parts/page/announcer.tsx';
import { createTranscriptView } from './transcript-view.state.ts';
import { useDoubts } from './use-doubts.ts';
import { useShown } from './use-shown.ts';

type TranscriptViewSource = {
  transcript: Transcript;
  editor: TranscriptEditor | null;
  player: Player | null;
  verdict: Verdict | null;
  durationS: number;
};

/**
 * Returns the owner of the screen's state. It is told what is drawn, and it is connected to the page while the screen
 * is shown.
 */
export function useTranscriptView({ editor, player, verdict, durationS, ...newest }: TranscriptViewSource) {
  const { i18n } = useTranslation();
  const [say, announcer] = useAnnouncer();
  const [view] = useState(() =>
    createTranscriptView({
      first: { transcript: newest.transcript, doubts: [], editor, player },
      announcer: { say, t: i18n.t },
      actionOf: (press) => ownActionOf(press, ['writing']),
      stepS,
    }),
  );
  const { writing } = useSnapshot(view.turns.state, { sync: true });
  const transcript = useShown(editor, newest.transcript, writing?.segment ?? null);
  const { doubts, markOf } = useDoubts(transcript.segments, verdict, durationS);
  useLayoutEffect(
    () => view.draw({ transcript, doubts, editor, player }),
    [view, transcript, doubts, editor, player],
  );
  useEffect(() => {
    if (!player) return;
    const attached = view.playing.attach(player);
    return () => attached[Symbol.dispose]();
  }, [view, player]);
  useEffect(() => {
    const watched = view.playing.watchReader(window);
    return () => watched[Symbol.dispose]();
  }, [view]);
  useEffect(() => () => view[Symbol.dispose](), [view]);
  useTranscriptKeys(view.perform);
  return { view, transcript, doubts, markOf, announcer };
}
