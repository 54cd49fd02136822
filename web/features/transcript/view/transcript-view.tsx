import { LocateFixed } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button.tsx';
import { ConflictsNotice } from '#web/features/transcript/editor/conflicts-notice.tsx';
import { markHits } from '#web/features/transcript/find/find-marks.ts';
import type { EditConflict, TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import { offsetAtPoint } from '#web/features/transcript/text-place.ts';
import { isDoubtful } from './doubts.state.ts';
import { DraftMarksNote } from './draft-marks-note.tsx';
import { PinnedTools } from './pinned-tools.tsx';
import { TranscriptList } from './transcript-list.tsx';
import { TranscriptSpeakers } from '#web/features/transcript/speaker/transcript-speakers.tsx';
import type { VersionChoice } from './transcript-versions.tsx';
import type { TranscriptViewOwner } from './transcript-view.state.ts';
import type { OpenPanel, TurnActions } from './turn-actions.ts';
import { TurnPanels } from './turn-panels.tsx';
import { useAim } from './use-aim.ts';
import type { DraftMarks } from './use-draft-marks.ts';
import { useHitInSight } from './use-hit-in-sight.ts';
import { useHitMarks } from './use-hit-marks.ts';
import { usePinnedHeight, useScreenEdges } from '#web/lib/use-placement.ts';
import { useTranscriptView } from './use-transcript-view.ts';
import type { Writing } from './turns.state.ts';
import style from './transcript.module.css';

type TranscriptViewProps = {
  /** The transcript that is shown if there is no editor. */
  transcript: Transcript;
  player: Player | null;
  editor?: TranscriptEditor | null;
  language: string;
  verdict?: Verdict | null;
  durationS?: number;
  /** True while the engine is writing the transcript. */
  isWriting?: boolean;
  /** Says that the text is a draft, in place of the sentence about an unfinished text; null if it is none. */
  draftNote?: React.ReactNode;
  /** The differences from the draft; null if there is no draft. */
  draftMarks?: DraftMarks | null;
  version?: VersionChoice | null;
  tool?: React.ReactNode;
  /** Time or segment that the page's address names. Its segment gets the focus once; nothing is played. */
  aim?: { atS: number | null; segment: string | null };
};

const noAim = { atS: null, segment: null };

/**
 * Shows the transcript. A click on a word plays it. The view follows playback until the reader scrolls. The text is
 * edited in place.
 */
export function TranscriptView(props: TranscriptViewProps) {
  const { player, editor = null, language, verdict = null, durationS = 0, aim = noAim } = props;
  const { draftNote = null, draftMarks = null } = props;
  const isWriting = props.isWriting ?? props.transcript.partial;
  const { t } = useTranslation();
  const shown = useTranscriptView({
    transcript: props.transcript,
    editor,
    player,
    verdict,
    durationS,
  });
  const { view, transcript, doubts } = shown;
  const { segments, partial } = transcript;
  const { active, wanted, writing } = useSnapshot(view.turns.state, { sync: true });
  const { panel } = useSnapshot(view.state, { sync: true });
  const { hits, current } = useSnapshot(view.find.state, { sync: true });
  const conflicts = useConflicts(editor);
  const actions = useTurnActions(view, editor, player);
  const pinned = useRef<HTMLDivElement>(null);
  const pinnedPx = usePinnedHeight(pinned);
  const { headPx, footPx } = useScreenEdges(player !== null);
  const coveredPx = useMemo(() => ({ top: headPx + pinnedPx, bottom: footPx }), [headPx, pinnedPx, footPx]);
  const isNarrow = !useWide('36rem');

  const goTo = (id: string) => view.turns.go(id, { align: 'center', isMarked: true });
  useAim(aim, { segments, player, onGo: goTo });
  useHitMarks(view.list, hits, current, { player, segments });
  useHitInSight(view.list, hits[current] ?? null, view.playing);

  const { rename, assign } = view.speakers;
  const people = <TranscriptSpeakers transcript={transcript} onRename={actions.canEdit ? rename : null} />;
  return (
    <div
      className={style.transcript}
      style={{ '--head': `${headPx}px`, '--foot': `${footPx}px` } as React.CSSProperties}
      data-partial={(partial && !draftNote) || undefined}
      data-gone-shown={draftMarks?.areGoneShown || undefined}
    >
      {draftNote}
      {partial && !draftNote ? (
        <p className={style.partial}>{t(isWriting ? 'transcript.partial' : 'transcript.stopped')}</p>
      ) : null}
      {conflicts.length > 0 ? (
        <ConflictsNotice conflicts={conflicts} segments={segments} onResolve={actions.resolve} onGo={goTo} />
      ) : null}
      <PinnedTools
        ref={pinned}
        view={view}
        editor={editor}
        transcript={transcript}
        doubts={doubts}
        isNarrow={isNarrow}
        people={people}
        draftMarks={draftMarks}
        version={props.version ?? null}
        tool={props.tool ?? null}
      />
      {isNarrow ? null : people}
      {draftMarks?.areOn ? <DraftMarksNote marks={draftMarks} /> : null}
      <TranscriptList
        transcript={transcript}
        language={language}
        active={active}
        writing={writing as Writing | null}
        conflicts={conflicts}
        difference={draftMarks?.difference ?? null}
        wanted={wanted}
        markOf={shown.markOf}
        actions={actions}
        coveredPx={coveredPx}
        handle={view.setList}
        onDraw={() => {
          view.playing.refresh();
          if (hits.length > 0) markHits(view.list()?.element ?? null, hits, hits[current] ?? null);
        }}
      />
      {partial && isWriting && !draftNote ? <p className={style.goesOn}>{t('transcript.writing')}</p> : null}
      <FollowButton view={view} />
      <TurnPanels
        open={panel as OpenPanel | null}
        transcript={transcript}
        canEdit={actions.canEdit}
        canPlay={player !== null}
        isDoubtful={(segment) => isDoubtful({ doubts, transcript }, segment)}
        onRename={rename}
        onAssign={assign}
        onAction={view.perform}
        onClose={view.closePanel}
      />
      {shown.announcer}
    </div>
  );
}

/**
 * Returns the actions of the sections. They stay the same object between renders, so that the sections are not rendered
 * again.
 */
function useTurnActions(
  view: TranscriptViewOwner,
  editor: TranscriptEditor | null,
  player: Player | null,
): TurnActions {
  const canPlay = player !== null;
  return useMemo(
    () => ({
      canEdit: editor !== null,
      play: canPlay ? view.playing.playFrom : null,
      activate: view.turns.activate,
      open: view.openPanel,
      writeAt(id, event) {
        const text = event.currentTarget.querySelector('[data-text]');
        if (!text || !editor || !text.contains(event.target as Node)) return;
        const offset = offsetAtPoint(text, event.clientX, event.clientY);
        window.getSelection()?.removeAllRanges();
        view.turns.write(id, offset === null ? view.turns.caretOf(id) : { offset });
      },
      confirm: (id) => void view.perform('confirm', id),
      resolve: (id, choice) => editor?.resolve(id, choice),
      writing: view.writing,
    }),
    [view, editor, canPlay],
  );
}

/** A button that leads back to the segment being played. It is shown if that segment is out of sight. */
function FollowButton({ view }: { view: TranscriptViewOwner }) {
  const { t } = useTranslation();
  const { isAway } = useSnapshot(view.playing.state, { sync: true });
  if (!isAway) return null;
  return (
    <div className={style.follow}>
      <Button onPress={view.playing.follow}>
        <LocateFixed size={18} aria-hidden="true" /> {t('transcript.follow')}
      </Button>
    </div>
  );
}

function useConflicts(editor: TranscriptEditor | null): readonly EditConflict[] {
  const state = useSnapshot(editor?.state ?? noState);
  return state.conflicts as readonly EditConflict[];
}
const noState = proxy<{ conflicts: readonly EditConflict[] }>({ conflicts: [] });
