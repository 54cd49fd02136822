import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import { formatFineClock, spokenDuration, spokenFine } from '#web/lib/format.ts';
import { markKind, spotsOf } from '#web/parts/quality/quality.rules.ts';
import { EditRuler } from '#web/ui/ruler/edit-ruler.tsx';
import type { RulerHandleKey } from '#web/ui/ruler/edit-ruler.tsx';
import { textIn, type RulerText } from '#web/ui/ruler/ruler-draw-text.ts';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import type { RulerWindow } from '#web/ui/ruler/view.rules.ts';
import { spanAt } from './span.rules.ts';
import type { Spans } from './span.rules.ts';
import { moveSelection } from './trim-keys.rules.ts';
import type { TrimPlayer } from './trim-toolbar.tsx';
import type { Trim } from './trim.state.ts';

type TrimRulerProps = {
  trim: Trim;
  player: TrimPlayer;
  title: string;
  peaks: RulerPeaks | null;
  verdict: Verdict | null;
  removed: Spans;
  proposed: Spans;
  text: RulerText | null;
  window: RulerWindow;
  onWindow(window: RulerWindow): void;
};

/** Length of sound around the playhead whose words are told, s. */
const aroundS = 4;

/** Shows the recording with its cuts, the selection, and the spots that the quality check has found. */
export function TrimRuler(props: TrimRulerProps) {
  const { t, i18n } = useTranslation();
  const { trim, player, verdict, removed } = props;
  const { durationS, speech } = trim;
  const { kept, selection, isTrimmed, keptS } = useSnapshot(trim.state);
  const playing = useSnapshot(player.state);
  const spots = useMemo(() => (verdict ? spotsOf(verdict, durationS) : []), [verdict, durationS]);
  const marks = useMemo(
    () => spots.map(({ name, startS, endS }) => ({ startS, endS, kind: markKind(name) })),
    [spots],
  );

  const press = (timeS: number) => {
    player.seek(timeS);
    const isInside = selection && timeS >= selection[0] && timeS <= selection[1];
    if (!isInside) trim.select(spanAt(removed, timeS));
  };
  const move = (handle: RulerHandleKey, timeS: number, gesture: string) => {
    if (handle.of === 'kept') trim.moveHandle(handle, timeS, gesture);
    else if (trim.state.selection) trim.select(moveSelection(trim.state.selection, handle.side, timeS));
  };
  const labelHandle = ({ of, index, side }: RulerHandleKey) => {
    if (of === 'selection') return t(side === 'start' ? 'trim.selectionStart' : 'trim.selectionEnd');
    return t(side === 'start' ? 'trim.handleStart' : 'trim.handleEnd', { number: index + 1 });
  };
  const said = useMemo(() => {
    if (!props.text || playing.isPlaying) return '';
    const atS = playing.positionS;
    return textIn(props.text.words, selection ?? [atS - aroundS / 2, atS + aroundS / 2]);
  }, [props.text, selection, playing.isPlaying, playing.positionS]);
  const spoken = (seconds: number) => spokenDuration(seconds, i18n.language);
  const contents = [
    t('trim.contents.duration', { duration: spoken(durationS) }),
    ...(isTrimmed
      ? [
          t('trim.contents.kept', { duration: spoken(keptS) }),
          t('trim.contents.cuts', { count: removed.length }),
        ]
      : []),
    ...(props.text && props.text.upToS < durationS
      ? [t('draft.file.writtenUpTo', { time: spoken(props.text.upToS) })]
      : []),
    ...(said ? [t(selection ? 'draft.file.saidInSelection' : 'draft.file.saidHere', { text: said })] : []),
    ...spots.map((spot) =>
      t('player.contents.spot', { name: t(`quality.${spot.name}.name`), time: spoken(spot.startS) }),
    ),
  ];

  return (
    <EditRuler
      label={t('player.ruler', { title: props.title })}
      overviewLabel={t('trim.overview')}
      labelHandle={labelHandle}
      contents={[...new Set(contents)]}
      durationS={durationS}
      peaks={props.peaks}
      regions={speech}
      marks={marks}
      text={props.text}
      kept={kept}
      proposals={props.proposed}
      selection={selection}
      window={props.window}
      positionS={playing.positionS}
      readPosition={playing.isPlaying ? player.position : undefined}
      onSeek={player.seek}
      onPress={press}
      onSelect={trim.select}
      onWindow={props.onWindow}
      onMove={move}
      formatTime={formatFineClock}
      speakTime={(timeS) => spokenFine(timeS, i18n.language)}
    />
  );
}
