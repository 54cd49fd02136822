import { LocateFixed } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { useWide } from '#web/lib/use-wide.ts';
import { Button } from '#web/ui/button.tsx';
import { useAnnouncer } from '#web/parts/page/announcer.tsx';
import { ConflictsNotice } from '#web/features/transcript/editor/conflicts-notice.tsx';
import { clearHits, markHits } from '#web/features/transcript/find/find-marks.ts';
import { FindPanel } from '#web/features/transcript/find/find-panel.tsx';
import { DoubtNote } from './doubt-note.tsx';
import { KeysDialog } from '#web/features/transcript/keys/keys-dialog.tsx';
import type { EditConflict, TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import { TranscriptList } from './transcript-list.tsx';
import type { ListHandle } from './transcript-list.tsx';
import { TranscriptOffer } from '#web/features/transcript/find/transcript-offer.tsx';
import { TranscriptSpeakers } from '#web/features/transcript/speaker/transcript-speakers.tsx';
import { TranscriptTools } from './transcript-tools.tsx';
import type { VersionChoice } from './transcript-versions.tsx';
import type { TurnActions } from './turn-actions.ts';
import { TurnPanels } from './turn-panels.tsx';
import type { OpenPanel } from './turn-panels.tsx';
import { useAim } from './use-aim.ts';
import { useDoubts } from './use-doubts.ts';
import { useFind } from '#web/features/transcript/find/use-find.ts';
import { useHitInSight } from './use-hit-in-sight.ts';
import { useOffer } from '#web/features/transcript/find/use-offer.ts';
import { usePerform } from './use-perform.ts';
import { usePinnedHeight, useScreenEdges } from '#web/lib/use-placement.ts';
import { usePlaying } from './use-playing.ts';
import { useShown } from './use-shown.ts';
import { useTranscriptKeys } from '#web/features/transcript/keys/use-transcript-keys.ts';
import { useTurns } from './use-turns.ts';
import type { Writing } from './use-turns.ts';
import style from './transcript.module.css';

type TranscriptViewProps = {
  /** Shown if there is no editor. */
  transcript: Transcript;
  player: Player | null;
  editor?: TranscriptEditor | null;
  language: string;
  verdict?: Verdict | null;
  durationS?: number;
  /** True while the engine is still writing. */
  isWriting?: boolean;
  version?: VersionChoice | null;
  tool?: React.ReactNode;
  /** Target of the address: focused once, without playing. */
  aim?: { atS: number | null; segment: string | null };
};

const noAim = { atS: null, segment: null };

/**
 * The transcript: a click on a word plays it, the view follows the sound until the reader scrolls, and text is edited in place.
 */
export function TranscriptView(props: TranscriptViewProps) {
  const { player, editor = null, language, durationS = 0, version = null, tool = null } = props;
  const { aim = noAim } = props;
  const isWriting = props.isWriting ?? props.transcript.partial;
  const { t } = useTranslation();
  const canEdit = editor !== null;
  const [writing, setWriting] = useState<Writing | null>(null);
  const transcript = useShown(editor, props.transcript, writing?.segment ?? null);
  const { segments, partial } = transcript;
  const list = useRef<ListHandle>(null);
  const pinned = useRef<HTMLDivElement>(null);
  const pinnedPx = usePinnedHeight(pinned);
  const { headPx, footPx } = useScreenEdges(player !== null);
  const isNarrow = !useWide('36rem');
  const [say, announcer] = useAnnouncer();
  const [open, setOpen] = useState<OpenPanel | null>(null);
  const [isMapOpen, setMapOpen] = useState(false);
  const { playing, isAway } = usePlaying(player, segments, list, writing !== null);
  const doubts = useDoubts(segments, props.verdict ?? null, durationS);
  const offer = useOffer(transcript);
  const turns = useTurns({
    editor,
    player,
    transcript,
    list,
    playing,
    writing,
    setWriting,
    say,
    onCorrected: offer.make,
  });
  const coveredPx = useMemo(() => ({ top: headPx + pinnedPx, bottom: footPx }), [headPx, pinnedPx, footPx]);
  const activeIndex = () => (turns.active === null ? -1 : turns.indexOf(turns.active));
  const find = useFind(segments, player, () => Math.max(0, activeIndex()));
  const conflicts = useConflicts(editor);

  const play = useCallback(
    (timeS: number) => {
      if (!player) return;
      playing.startAt(timeS);
      player.seek(timeS);
      player.play();
    },
    [player, playing],
  );

  const { perform, performInField, rename, assign, step, goToHit, replace, asked } = usePerform({
    editor,
    player,
    turns,
    playing,
    doubts,
    find,
    writing,
    say,
    play,
    list,
    onOpen: setOpen,
    onMap: () => setMapOpen(true),
  });
  useTranscriptKeys(perform);
  const inField = useRef(performInField);
  const inTurn = useRef(perform);
  useLayoutEffect(() => {
    inField.current = performInField;
    inTurn.current = perform;
  });
  const { writing: fieldEvents, writeAt, setActive } = turns;
  const actions = useMemo(
    (): TurnActions => ({
      canEdit,
      play: player ? play : null,
      activate: setActive,
      open: (panel, segment, anchor) => setOpen({ panel, segment, anchor }),
      writeAt,
      confirm: (id) => void inTurn.current('confirm', id),
      resolve: (id, choice) => editor?.resolve(id, choice),
      writing: { ...fieldEvents, onKey: (segment, event) => inField.current(segment, event) },
    }),
    [canEdit, editor, player, play, setActive, writeAt, fieldEvents],
  );

  useAim(aim, { segments, player, onGo: (id) => turns.go(id, { align: 'center', isMarked: true }) });

  const { wanted } = turns;
  const { clear } = doubts;
  useEffect(() => {
    if (wanted === null) clear();
  }, [wanted, clear]);
  const { hits, current } = find;
  useEffect(() => {
    markHits(list.current?.element ?? null, hits, hits[current] ?? null);
  }, [hits, current]);
  useHitInSight(list, hits[current] ?? null, playing);
  useEffect(() => clearHits, []);

  const speakers = useMemo(() => new Set(segments.map(({ speaker }) => speaker)).size, [segments]);
  const people = <TranscriptSpeakers transcript={transcript} onRename={canEdit ? rename : null} />;
  return (
    <div
      className={style.transcript}
      style={{ '--head': `${headPx}px`, '--foot': `${footPx}px` } as React.CSSProperties}
      data-partial={partial || undefined}
    >
      {partial ? (
        <p className={style.partial}>{t(isWriting ? 'transcript.partial' : 'transcript.stopped')}</p>
      ) : null}
      {conflicts.length > 0 ? (
        <ConflictsNotice
          conflicts={conflicts}
          segments={segments}
          onResolve={actions.resolve}
          onGo={(id) => turns.go(id, { align: 'center', isMarked: true })}
        />
      ) : null}
      <div ref={pinned} className={style.pinned}>
        <TranscriptTools
          editor={editor}
          isNarrow={isNarrow}
          isFindOpen={find.isOpen}
          doubts={doubts.doubts.length}
          version={version}
          people={isNarrow ? people : null}
          speakers={speakers}
          tool={tool}
          onAction={(action) => perform(action, null)}
        />
        {doubts.note ? (
          <DoubtNote
            note={doubts.note}
            onConfirm={
              canEdit && wanted !== null && doubts.isDoubtful(wanted) ? () => actions.confirm(wanted) : null
            }
          />
        ) : null}
        {find.isOpen ? (
          <FindPanel
            find={find}
            segments={segments}
            asked={asked}
            canReplace={canEdit}
            isNarrow={isNarrow}
            onStep={step}
            onGo={goToHit}
            onReplace={replace}
            onClose={() => {
              find.close();
              const hit = hits[current];
              const back = hit?.segment ?? turns.active ?? segments[0]?.id;
              if (back) turns.go(back);
            }}
          />
        ) : null}
        {offer.offer && !writing && !find.isOpen ? (
          <TranscriptOffer
            offer={offer.offer}
            onLook={() => {
              const { from, to } = offer.offer ?? { from: '', to: '' };
              offer.close();
              find.open({ text: from, isCaseKept: true, isWhole: true, replacement: to });
            }}
            onClose={offer.close}
          />
        ) : null}
      </div>
      {isNarrow ? null : people}
      <TranscriptList
        transcript={transcript}
        language={language}
        active={turns.active}
        writing={writing}
        conflicts={conflicts}
        wanted={turns.wanted}
        markOf={doubts.markOf}
        actions={actions}
        coveredPx={coveredPx}
        handle={list}
        onDraw={() => {
          playing.refresh();
          if (hits.length > 0) markHits(list.current?.element ?? null, hits, hits[current] ?? null);
        }}
      />
      {partial && isWriting ? <p className={style.goesOn}>{t('transcript.writing')}</p> : null}
      {isAway ? (
        <div className={style.follow}>
          <Button onPress={playing.follow}>
            <LocateFixed size={18} aria-hidden="true" /> {t('transcript.follow')}
          </Button>
        </div>
      ) : null}
      <TurnPanels
        open={open}
        transcript={transcript}
        canEdit={canEdit}
        canPlay={player !== null}
        isDoubtful={doubts.isDoubtful}
        onRename={rename}
        onAssign={assign}
        onAction={(action, segment) => void perform(action, segment)}
        onClose={() => setOpen(null)}
      />
      <KeysDialog isOpen={isMapOpen} onClose={() => setMapOpen(false)} />
      {announcer}
    </div>
  );
}

function useConflicts(editor: TranscriptEditor | null): readonly EditConflict[] {
  const state = useSnapshot(editor?.state ?? noState);
  return state.conflicts as readonly EditConflict[];
}
const noState = proxy<{ conflicts: readonly EditConflict[] }>({ conflicts: [] });
