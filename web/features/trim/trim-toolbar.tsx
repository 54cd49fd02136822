import {
  ArrowRightFromLine,
  ArrowRightToLine,
  Maximize,
  Pause,
  Play,
  Redo2,
  RotateCcw,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Player } from '#web/features/player/index.ts';
import { formatClock, formatBytes, spokenDuration } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { isClosest, isWhole } from '#web/ui/ruler/view.rules.ts';
import type { RulerWindow, ZoomKey } from '#web/ui/ruler/view.rules.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { TrimAction } from './trim-keys.rules.ts';
import type { Trim } from './trim.state.ts';
import style from './trim-panel.module.css';

export type TrimPlayer = Pick<
  Player,
  'state' | 'position' | 'seek' | 'pause' | 'toggle' | 'playSpan' | 'setSkips'
>;

type TrimToolbarProps = {
  trim: Trim;
  player: TrimPlayer;
  window: RulerWindow;
  bytesPerS: number | null;
  onZoom(key: ZoomKey): void;
  actions: Record<TrimAction, () => void>;
  children?: React.ReactNode;
};

type Tool = { key: string; label: string; Icon: typeof Undo2; isDisabled?: boolean; onPress(): void };

export function TrimToolbar({
  trim,
  player,
  window,
  bytesPerS,
  onZoom,
  actions,
  children,
}: TrimToolbarProps) {
  const { t } = useTranslation();
  const { canUndo, canRedo, isTrimmed } = useSnapshot(trim.state);
  const { isPlaying, status, positionS } = useSnapshot(player.state);
  const isAll = isWhole(window, trim.durationS);
  const groups: Tool[][] = [
    [
      { key: 'from', label: t('trim.selectFrom'), Icon: ArrowRightFromLine, onPress: actions.selectFrom },
      { key: 'to', label: t('trim.selectTo'), Icon: ArrowRightToLine, onPress: actions.selectTo },
    ],
    [
      {
        key: 'out',
        label: t('trim.zoomOut'),
        Icon: ZoomOut,
        isDisabled: isAll,
        onPress: () => onZoom('out'),
      },
      {
        key: 'in',
        label: t('trim.zoomIn'),
        Icon: ZoomIn,
        isDisabled: isClosest(window),
        onPress: () => onZoom('in'),
      },
      {
        key: 'whole',
        label: t('trim.zoomWhole'),
        Icon: Maximize,
        isDisabled: isAll,
        onPress: () => onZoom('whole'),
      },
    ],
    [
      { key: 'undo', label: t('trim.undo'), Icon: Undo2, isDisabled: !canUndo, onPress: trim.undo },
      { key: 'redo', label: t('trim.redo'), Icon: Redo2, isDisabled: !canRedo, onPress: trim.redo },
      { key: 'reset', label: t('trim.reset'), Icon: RotateCcw, isDisabled: !isTrimmed, onPress: trim.reset },
    ],
  ];
  return (
    <div className={style.toolbar}>
      <div className={style.group}>
        <Button
          icon
          look="secondary"
          className={style.play ?? ''}
          aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
          isPending={isPlaying && status === 'loading'}
          onPress={player.toggle}
        >
          {isPlaying ? <Pause size={22} aria-hidden="true" /> : <Play size={22} aria-hidden="true" />}
        </Button>
        <span className={style.time}>{formatClock(positionS)}</span>
        {children}
      </div>
      {groups.map((tools) => (
        <div key={tools[0]?.key} className={style.group}>
          {tools.map(({ key, label, Icon, isDisabled = false, onPress }) => (
            <Button key={key} icon look="quiet" aria-label={label} isDisabled={isDisabled} onPress={onPress}>
              <Icon size={20} aria-hidden="true" />
            </Button>
          ))}
        </div>
      ))}
      <TrimResult trim={trim} bytesPerS={bytesPerS} />
    </div>
  );
}

function TrimResult({ trim, bytesPerS }: Pick<TrimToolbarProps, 'trim' | 'bytesPerS'>) {
  const { t, i18n } = useTranslation();
  const { keptS, isTrimmed } = useSnapshot(trim.state);
  const { durationS } = trim;
  const spoken = (seconds: number) => spokenDuration(seconds, i18n.language);
  return (
    <p className={style.result}>
      {isTrimmed ? (
        <>
          <span aria-hidden="true">
            {t('trim.result', { before: formatClock(durationS), after: formatClock(keptS) })}
          </span>
          <VisuallyHidden>
            {t('trim.resultSpoken', { before: spoken(durationS), after: spoken(keptS) })}
          </VisuallyHidden>
        </>
      ) : (
        t('trim.whole', { duration: formatClock(durationS) })
      )}{' '}
      {bytesPerS === null ? null : (
        <span className={style.soft}>
          {t('trim.size', { size: formatBytes(keptS * bytesPerS, i18n.language) })}
        </span>
      )}
    </p>
  );
}
