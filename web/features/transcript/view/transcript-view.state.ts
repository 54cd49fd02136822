import { proxy, ref } from 'valtio';
import { createFind, type Find } from '#web/features/transcript/find/find.state.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import { openKeysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import type { Announcer } from './announcer.ts';
import { createDoubts, type Doubts } from './doubts.state.ts';
import { createHitSteps, type HitSteps } from './hit-steps.ts';
import {
  doubtActions,
  findActions,
  type KeyActions,
  panelActions,
  playbackActions,
  readingActions,
  writingActions,
} from './key-actions.ts';
import { createPlaying, type Playing } from './playing.state.ts';
import { createSpeakerEdits, type SpeakerEdits } from './speaker-edits.ts';
import type { ListHandle } from './transcript-list.tsx';
import { createTranscriptSource, type DrawnTranscript } from './transcript-source.ts';
import type { FieldPress, WritingEvents } from './transcript-writing.tsx';
import type { OpenPanel, TurnPanel } from './turn-actions.ts';
import { createTurnEdits } from './turn-edits.ts';
import { createTurns, type Turns } from './turns.state.ts';
import { createWritingEvents } from './writing-events.ts';

type TranscriptViewState = {
  /** The menu or panel of a segment; null if none is open. */
  panel: OpenPanel | null;
  /** The word that the person corrected last; null if its other occurrences are not offered for correction. */
  corrected: { from: string; to: string } | null;
};

type TranscriptViewDeps = {
  first: DrawnTranscript;
  announcer: Announcer;
  /** Returns the action of a key press in a field; null leaves the key to the field. */
  actionOf(press: FieldPress): KeyAction | null;
  /** Step of the keys that seek, s. */
  stepS: number;
};

/** Owns the state of a transcript's screen. Disposing ends a search in progress. */
export type TranscriptViewOwner = Disposable & {
  readonly state: TranscriptViewState;
  readonly playing: Playing;
  readonly turns: Turns;
  readonly doubts: Doubts;
  readonly find: Find;
  readonly hits: HitSteps;
  readonly speakers: SpeakerEdits;
  readonly writing: WritingEvents;
  /** Returns the list; null while it is not drawn. */
  list(): ListHandle | null;
  setList(list: ListHandle | null): void;
  /** Called after each rendering. */
  draw(drawn: DrawnTranscript): void;
  /**
   * Performs an action. `segment` is the segment that has the focus or whose menu was used; null if there is none.
   * Returns false if the action does not apply.
   */
  perform(action: KeyAction, segment: string | null): boolean;
  openPanel(panel: TurnPanel, segment: string, anchor: Element): void;
  closePanel(): void;
  /** Searches for the other occurrences of the corrected word, so that they can be replaced. */
  findCorrected(): void;
  forgetCorrected(): void;
};

export function createTranscriptView(deps: TranscriptViewDeps): TranscriptViewOwner {
  const { first, announcer, actionOf, stepS } = deps;
  const state = proxy<TranscriptViewState>({ panel: null, corrected: null });
  const source = createTranscriptSource(first);
  let drawnList: ListHandle | null = null;
  const list = () => drawnList;
  const playing = createPlaying({ source, list, isWriting: () => turns.state.writing !== null });
  const turns: Turns = createTurns({
    source,
    list,
    playing,
    onCorrected(from, to) {
      state.corrected = { from, to };
    },
    onUnmarked: () => doubts.clear(),
  });
  const edits = createTurnEdits({ source, turns, announcer });
  const doubts = createDoubts({ source, turns, playing, announcer });
  const find = createFind(() => Math.max(0, source.indexOf(turns.state.active ?? '')));
  const hits = createHitSteps({ find, source, turns, playing, list, announcer });

  const openPanel = (panel: TurnPanel, segment: string, anchor: Element): void => {
    state.panel = ref({ panel, segment, anchor });
  };
  const openBeside = (panel: TurnPanel, segment: string): void => {
    const anchor = list()?.anchorOf(segment, panel);
    if (anchor) openPanel(panel, segment, anchor);
  };
  const actions: KeyActions = {
    ...playbackActions({ source, turns, playing, stepS }),
    ...readingActions(source, turns),
    ...writingActions({ source, turns, edits, announcer }),
    ...panelActions(source, openBeside, openKeysDialog),
    ...doubtActions(source, doubts),
    ...findActions(find, hits, doubts),
  };
  const perform = (action: KeyAction, segment: string | null) => actions[action](segment ?? '') !== false;
  const forgetCorrected = (): void => {
    state.corrected = null;
  };

  return {
    state,
    playing,
    turns,
    doubts,
    find,
    hits,
    speakers: createSpeakerEdits({ source, announcer }),
    writing: createWritingEvents({ source, turns, edits, actionOf, perform }),
    list,
    setList(next) {
      drawnList = next;
    },
    draw(drawn) {
      source.draw(drawn);
      turns.drawn();
      find.setSegments(drawn.transcript.segments);
    },
    perform,
    openPanel,
    closePanel() {
      state.panel = null;
    },
    findCorrected() {
      const { from, to } = state.corrected ?? { from: '', to: '' };
      forgetCorrected();
      find.open({ text: from, isCaseKept: true, isWhole: true, replacement: to });
    },
    forgetCorrected,
    [Symbol.dispose]: () => find[Symbol.dispose](),
  };
}
