import type { Find } from '#web/features/transcript/find/find.state.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import type { Announcer } from './announcer.ts';
import type { Doubts } from './doubts.state.ts';
import type { HitSteps } from './hit-steps.ts';
import type { Playing } from './playing.state.ts';
import type { TranscriptSource } from './transcript-source.ts';
import type { TurnPanel } from './turn-actions.ts';
import type { TurnEdits } from './turn-edits.ts';
import type { Turns } from './turns.state.ts';

/** Performs an action on a segment; `segment` is empty if there is none. Returns false if the action does not apply. */
type Run = (segment: string) => void | false;

export type KeyActions<A extends KeyAction = KeyAction> = Record<A, Run>;

type PlaybackActionsDeps = {
  source: TranscriptSource;
  turns: Turns;
  playing: Playing;
  /** Step of `back` and `forward`, s. */
  stepS: number;
};

export function playbackActions({
  source,
  turns,
  playing,
  stepS,
}: PlaybackActionsDeps): KeyActions<'toggle' | 'back' | 'forward' | 'jumpToNow' | 'playFrom'> {
  const seek = (byS: number): void => {
    const { player } = source.drawn;
    player?.seek(player.position() + byS);
  };
  return {
    toggle: () => (source.drawn.player ? source.drawn.player.toggle() : false),
    back: () => seek(-stepS),
    forward: () => seek(stepS),
    jumpToNow() {
      const now = source.segments()[playing.segment() ?? -1];
      if (now) turns.go(now.id, { align: 'center' });
      playing.follow();
    },
    playFrom(id) {
      const own = source.find(id);
      return source.drawn.player && own ? playing.playFrom(own.start) : false;
    },
  };
}

export function readingActions(
  source: TranscriptSource,
  turns: Turns,
): KeyActions<'next' | 'previous' | 'first' | 'last'> {
  const goTo = (to: { id: string } | undefined): void => {
    if (to) turns.go(to.id);
  };
  return {
    next: (id) => goTo(source.neighbour(id, 1)),
    previous: (id) => goTo(source.neighbour(id, -1)),
    first: () => goTo(source.segments()[0]),
    last: () => goTo(source.segments().at(-1)),
  };
}

type WritingActionsDeps = { source: TranscriptSource; turns: Turns; edits: TurnEdits; announcer: Announcer };

export function writingActions({
  source,
  turns,
  edits,
  announcer: { say, t },
}: WritingActionsDeps): KeyActions<
  'write' | 'leave' | 'split' | 'insert' | 'mergePrevious' | 'mergeNext' | 'remove' | 'undo' | 'redo'
> {
  const editable = (run: (id: string) => void): Run => ifEditable(source, run);
  const ifEditor = (run: () => void) => (source.drawn.editor ? run() : false);
  return {
    write: editable((id) => turns.write(id, turns.caretOf(id))),
    leave: () => false,
    split: editable((id) => {
      turns.write(id, turns.caretOf(id));
      say(t('transcript.said.howToSplit'));
    }),
    insert: editable((id) => edits.insert(id)),
    mergePrevious: editable((id) => edits.merge(id, -1, false)),
    mergeNext: editable((id) => edits.merge(id, 1, false)),
    remove: editable((id) => edits.remove(id)),
    undo: () => ifEditor(() => edits.history('undo')),
    redo: () => ifEditor(() => edits.history('redo')),
  };
}

/** Returns the actions that open a panel. `open` opens it beside its segment. */
export function panelActions(
  source: TranscriptSource,
  open: (panel: TurnPanel, segment: string) => void,
  showKeys: () => void,
): KeyActions<'rename' | 'assign' | 'menu' | 'keys'> {
  return {
    rename: ifEditable(source, (id) => open('name', id)),
    assign: ifEditable(source, (id) => open('assign', id)),
    menu: (id) => (source.find(id) ? open('menu', id) : false),
    keys: showKeys,
  };
}

export function doubtActions(
  source: TranscriptSource,
  doubts: Doubts,
): KeyActions<'nextDoubt' | 'previousDoubt' | 'confirm'> {
  return {
    nextDoubt: () => doubts.step(1),
    previousDoubt: () => doubts.step(-1),
    confirm: ifEditable(source, (id) => doubts.confirm(id)),
  };
}

export function findActions(
  find: Find,
  hits: HitSteps,
  doubts: Doubts,
): KeyActions<'find' | 'nextHit' | 'previousHit'> {
  return {
    find() {
      // If the focus is in the search panel, the shortcut opens the browser's own search.
      if (find.state.isOpen && document.activeElement?.closest('[data-find]')) return false;
      const chosen = window.getSelection()?.toString().trim() ?? '';
      find.open(chosen !== '' && !chosen.includes('\n') && chosen.length < 80 ? { text: chosen } : {});
      doubts.clear();
      find.request();
    },
    nextHit: () => hits.step(1),
    previousHit: () => hits.step(-1),
  };
}

function ifEditable(source: TranscriptSource, run: Run): Run {
  return (id) => (source.isEditable(id) ? run(id) : false);
}
