import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import { markKind, spotsOf } from '#web/parts/quality/quality.rules.ts';
import { formatFineClock, spokenDuration, spokenFine } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { EditRuler } from '#web/ui/ruler/edit-ruler.tsx';
import type { RulerHandleKey } from '#web/ui/ruler/edit-ruler.tsx';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import { windowAround, windowToShow, wholeWindow, zoomByKey } from '#web/ui/ruler/view.rules.ts';
import type { RulerWindow, ZoomKey } from '#web/ui/ruler/view.rules.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { cutsOf, proposeCuts } from './proposal.rules.ts';
import { invertSpans, spanAt } from './span.rules.ts';
import type { Span } from './span.rules.ts';
import { TrimCuts } from './trim-cuts.tsx';
import { TrimHelp } from './trim-help.tsx';
import { keyToTrimAction, moveSelection, selectFrom, selectTo } from './trim-keys.rules.ts';
import type { TrimAction } from './trim-keys.rules.ts';
import { TrimProposals } from './trim-proposals.tsx';
import { TrimSelection } from './trim-selection.tsx';
import { type TrimPlayer, TrimToolbar } from './trim-toolbar.tsx';
import { bracketAt } from './trim.rules.ts';
import type { Trim } from './trim.state.ts';
import style from './trim-panel.module.css';

type TrimPanelProps = {
  trim: Trim;
  player: TrimPlayer;
  title: string;
  peaks: RulerPeaks | null;
  verdict: Verdict | null;
  /** Size of a second of the output, bytes; null if unknown. */
  bytesPerS: number | null;
  children?: React.ReactNode;
};

/** Preview before and after a cut, s. */
const aroundS = 2;

export function TrimPanel({ trim, player, title, peaks, verdict, bytesPerS, children }: TrimPanelProps) {
  const { t, i18n } = useTranslation();
  const { durationS, speech } = trim;
  const state = useSnapshot(trim.state);
  const { kept, selection, pauseS } = state;
  const playing = useSnapshot(player.state);
  const ruler = useRef<HTMLDivElement>(null);
  const [window, setWindow] = useState<RulerWindow>(() => wholeWindow(durationS));
  const removed = useMemo(() => invertSpans(kept, durationS), [kept, durationS]);
  const proposals = useMemo(
    () => proposeCuts({ durationS, speech, kept, pauseS }),
    [durationS, speech, kept, pauseS],
  );
  const proposed = useMemo(() => cutsOf(proposals), [proposals]);
  const spots = useMemo(() => (verdict ? spotsOf(verdict, durationS) : []), [verdict, durationS]);
  const marks = useMemo(
    () => spots.map(({ name, startS, endS }) => ({ startS, endS, kind: markKind(name) })),
    [spots],
  );

  // Playback jumps over the cuts.
  useEffect(() => {
    player.setSkips(removed);
    return () => player.setSkips([]);
  }, [player, removed]);

  const show = ([startS, endS]: Readonly<Span>) => setWindow(windowAround(startS, endS, durationS));
  const zoom = (key: ZoomKey) =>
    setWindow((current) =>
      zoomByKey(current, key, selection ? (selection[0] + selection[1]) / 2 : player.position(), durationS),
    );
  const select = (pick: typeof selectFrom) =>
    trim.select(pick(player.position(), { selection, seenS: window.toS - window.fromS, durationS }));
  const bracket = (side: 'start' | 'end') => {
    const timeS = player.position();
    if (selection) {
      trim.select(moveSelection(selection, side, timeS));
      return;
    }
    const index = bracketAt(kept, timeS, side);
    if (index !== null) trim.moveHandle({ index, side }, timeS, null);
  };
  const actions: Record<TrimAction, () => void> = {
    undo: trim.undo,
    redo: trim.redo,
    remove: () => selection && trim.remove([selection]),
    unselect: () => trim.select(null),
    bracketStart: () => bracket('start'),
    bracketEnd: () => bracket('end'),
    selectFrom: () => select(selectFrom),
    selectTo: () => select(selectTo),
    toggle: player.toggle,
  };
  const move = (handle: RulerHandleKey, timeS: number, gesture: string) => {
    if (handle.of === 'kept') trim.moveHandle(handle, timeS, gesture);
    else if (trim.state.selection) trim.select(moveSelection(trim.state.selection, handle.side, timeS));
  };
  const labelHandle = ({ of, index, side }: RulerHandleKey) => {
    if (of === 'selection') return t(side === 'start' ? 'trim.selectionStart' : 'trim.selectionEnd');
    return t(side === 'start' ? 'trim.handleStart' : 'trim.handleEnd', { number: index + 1 });
  };
  const spoken = (seconds: number) => spokenDuration(seconds, i18n.language);
  const contents = [
    t('trim.contents.duration', { duration: spoken(durationS) }),
    ...(state.isTrimmed
      ? [
          t('trim.contents.kept', { duration: spoken(state.keptS) }),
          t('trim.contents.cuts', { count: removed.length }),
        ]
      : []),
    ...spots.map((spot) =>
      t('player.contents.spot', { name: t(`quality.${spot.name}.name`), time: spoken(spot.startS) }),
    ),
  ];

  return (
    // Key presses bubble up from the parts of the panel.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={style.panel}
      aria-label={t('trim.label')}
      onKeyDown={(event) => {
        const action = keyToTrimAction(event);
        if (!action || event.defaultPrevented) return;
        // Outside the ruler only undo and redo apply; buttons and lists use the other keys.
        const isOnRuler = event.target instanceof Node && ruler.current?.contains(event.target);
        if (!isOnRuler && action !== 'undo' && action !== 'redo') return;
        event.preventDefault();
        actions[action]();
      }}
    >
      {playing.status === 'failed' ? (
        <Notice kind="info" live="alert" title={t('player.localFailed')}>
          <p>{t('player.localFailedText')}</p>
        </Notice>
      ) : null}
      <div ref={ruler}>
        <EditRuler
          label={t('player.ruler', { title })}
          overviewLabel={t('trim.overview')}
          labelHandle={labelHandle}
          contents={[...new Set(contents)]}
          durationS={durationS}
          peaks={peaks}
          regions={speech}
          marks={marks}
          kept={kept}
          proposals={proposed}
          selection={selection}
          window={window}
          positionS={playing.positionS}
          readPosition={playing.isPlaying ? player.position : undefined}
          onSeek={player.seek}
          onPress={(timeS) => {
            player.seek(timeS);
            const isInside = selection && timeS >= selection[0] && timeS <= selection[1];
            if (!isInside) trim.select(spanAt(removed, timeS));
          }}
          onSelect={trim.select}
          onWindow={setWindow}
          onMove={move}
          formatTime={formatFineClock}
          speakTime={(timeS) => spokenFine(timeS, i18n.language)}
        />
      </div>
      <TrimToolbar
        trim={trim}
        player={player}
        window={window}
        bytesPerS={bytesPerS}
        onZoom={zoom}
        actions={actions}
      >
        {children}
      </TrimToolbar>
      <TrimSelection
        selection={selection}
        kept={kept}
        removed={removed}
        onListen={([startS, endS]) => player.playSpan(startS, endS)}
        onRemove={actions.remove}
        onRestore={trim.restore}
        onClear={actions.unselect}
      />
      <TrimProposals
        trim={trim}
        proposals={proposals}
        bytesPerS={bytesPerS}
        onListen={(cut) => {
          setWindow((current) => windowToShow(current, cut[0], durationS));
          player.playSpan(Math.max(0, cut[0] - 1), Math.min(durationS, cut[1] + 1));
        }}
      />
      <TrimCuts
        cuts={removed}
        onShow={(cut) => {
          show(cut);
          trim.select(cut);
        }}
        onListen={([startS, endS]) => player.playSpan(startS - aroundS, endS + aroundS, removed)}
        onRestore={trim.restore}
      />
      <TrimHelp />
      <VisuallyHidden live="polite">
        {state.last ? t(`trim.said.${state.last.deed}`, { duration: spoken(state.keptS) }) : null}
      </VisuallyHidden>
    </section>
  );
}
