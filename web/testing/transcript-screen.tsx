import { afterEach } from 'vitest';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/player.state.ts';
import {
  createEditServer,
  createTestTab,
} from '#web/features/transcript/editor/transcript-editor-fixture.ts';
import { TranscriptView } from '#web/features/transcript/view/transcript-view.tsx';
import { createStandingPlayer, standingS } from './standing-player.ts';
import { createTestScreen } from './test-screen.tsx';

type ViewProps = Partial<React.ComponentProps<typeof TranscriptView>>;

/** For tests: shows a transcript with a paused player, and an editor that saves to a test server. */
export function createTranscriptScreen(others: Parameters<typeof createTestScreen>[0] = {}) {
  const screen = createTestScreen(others);
  const owned: Disposable[] = [];
  afterEach(() => {
    screen.clear();
    for (const one of owned.splice(0)) one[Symbol.dispose]();
  });
  const show = (
    transcript: Transcript,
    { isRead = false, waitMs = 20, ...props }: ViewProps & { isRead?: boolean; waitMs?: number } = {},
  ) => {
    const player: Player = createStandingPlayer();
    const tab = createTestTab(createEditServer(transcript), { durationS: standingS, waitMs });
    const { editor } = tab;
    owned.push(player, editor);
    const draw = (more: ViewProps = {}) =>
      screen.show(
        // The padding stands for the margin of the page and the space of the player.
        <div style={{ padding: '16px 16px 160px' }}>
          <TranscriptView
            transcript={transcript}
            player={player}
            editor={isRead ? null : editor}
            language="de"
            durationS={standingS}
            {...props}
            {...more}
          />
        </div>,
      );
    draw();
    return { ...tab, player, draw };
  };
  return { screen, show };
}
