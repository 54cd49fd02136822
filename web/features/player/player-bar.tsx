import { Pause, Play, RotateCcw, RotateCw, Square, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { formatClock, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { RulerPeaks } from '#web/ui/ruler/ruler.tsx';
import { playbackRates, skipS, slowRate } from './player.rules.ts';
import type { Player } from './player.state.ts';
import style from './player-bar.module.css';
import type { Marker } from '#workers/recorder/recorder.contract.ts';
import { SoundRuler } from './sound-ruler.tsx';

type PlayerBarProps = {
  player: Player;
  title: string;
  peaks: RulerPeaks | null;
  speech: readonly (readonly [number, number])[] | null;
  verdict: Verdict | null;
  markers?: readonly Marker[];
  transcript?: Transcript | null;
  size?: 'full' | 'bar';
  /** True for a file on this device; changes the message of a playback failure. */
  isLocal?: boolean;
  children?: React.ReactNode;
};

export function PlayerBar({
  player,
  title,
  peaks,
  speech,
  verdict,
  markers,
  transcript = null,
  size = 'bar',
  isLocal,
  children,
}: PlayerBarProps) {
  const { t } = useTranslation();
  return (
    <section className={style.bar} aria-label={t('player.label')}>
      <PlayerFailure player={player} isLocal={isLocal ?? false} />
      <PlayerRuler
        player={player}
        label={t('player.ruler', { title })}
        size={size}
        peaks={peaks}
        speech={speech}
        verdict={verdict}
        {...(markers ? { markers } : {})}
        transcript={transcript}
      />
      <div className={style.controls}>
        <Transport player={player} />
        <Clock player={player} />
        <PlayerSound player={player} />
        {children}
      </div>
    </section>
  );
}

function PlayerFailure({ player, isLocal }: { player: Player; isLocal: boolean }) {
  const { t } = useTranslation();
  const { status } = useSnapshot(player.state);
  if (status !== 'failed') return null;
  return (
    <Notice
      kind={isLocal ? 'info' : 'error'}
      live="alert"
      title={t(isLocal ? 'player.localFailed' : 'player.failed')}
      actions={isLocal ? undefined : <Button onPress={player.play}>{t('shell.retry')}</Button>}
    >
      <p>{t(isLocal ? 'player.localFailedText' : 'player.failedText')}</p>
    </Notice>
  );
}

type PlayerRulerProps = Omit<
  React.ComponentProps<typeof SoundRuler>,
  'durationS' | 'positionS' | 'readPosition' | 'onSeek' | 'finds'
> & { player: Player };

/**
 * Renders the ruler and the clock in a component of their own, because they change four times a second during playback.
 */
function PlayerRuler({ player, ...rest }: PlayerRulerProps) {
  const { durationS, positionS, isPlaying, finds } = useSnapshot(player.state);
  return (
    <SoundRuler
      {...rest}
      durationS={durationS}
      finds={finds}
      positionS={positionS}
      readPosition={isPlaying ? player.position : undefined}
      onSeek={player.seek}
    />
  );
}

function Clock({ player }: { player: Player }) {
  const { positionS, durationS } = useSnapshot(player.state);
  return (
    <span className={style.time}>
      {formatClock(positionS)}
      <span className={style.total}> / {formatClock(durationS)}</span>
    </span>
  );
}

function Transport({ player }: { player: Player }) {
  const { t } = useTranslation();
  const { isPlaying, isWaiting, status } = useSnapshot(player.state);
  const skips = [
    { byS: -skipS, label: t('player.back', { count: skipS }), Icon: RotateCcw },
    { byS: skipS, label: t('player.forward', { count: skipS }), Icon: RotateCw },
  ];
  return (
    <div className={style.group}>
      <Button
        icon
        look="primary"
        className={style.play ?? ''}
        aria-label={t(isPlaying ? 'player.pause' : 'player.play')}
        isPending={isPlaying && (isWaiting || status === 'loading')}
        onPress={player.toggle}
      >
        {isPlaying ? <Pause size={22} aria-hidden="true" /> : <Play size={22} aria-hidden="true" />}
      </Button>
      <Button icon look="quiet" aria-label={t('player.stop')} onPress={player.stop}>
        <Square size={18} aria-hidden="true" />
      </Button>
      {skips.map(({ byS, label, Icon }) => (
        <Button
          key={byS}
          icon
          look="quiet"
          className={style.skip ?? ''}
          aria-label={label}
          onPress={() => player.seek(player.position() + byS)}
        >
          <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
          <span className={style.seconds}>{skipS}</span>
        </Button>
      ))}
    </div>
  );
}

export function PlayerSound({ player }: { player: Player }) {
  const { t, i18n } = useTranslation();
  const { rate, isSlow, isMuted, volume } = useSnapshot(player.state);
  const shown = (value: number) => `${formatNumber(value, 2, i18n.language)}×`;
  return (
    <div className={style.group}>
      <Menu
        trigger={
          <span className={style.rate} data-slow={isSlow || undefined}>
            {shown(isSlow ? slowRate(rate) : rate)}
          </span>
        }
        label={`${t('player.rate')}: ${shown(rate)}`}
        triggerProps={{ look: 'quiet', className: style.rateButton ?? '' }}
      >
        <MenuChoice
          heading={t('player.rate')}
          options={playbackRates.map((value) => ({ key: String(value), label: shown(value) }))}
          value={String(rate)}
          onChange={(value) => player.setRate(Number(value))}
        />
      </Menu>
      <Button
        icon
        look="quiet"
        aria-label={t(isMuted ? 'player.unmute' : 'player.mute')}
        onPress={() => player.setMuted(!isMuted)}
      >
        {isMuted ? <VolumeX size={20} aria-hidden="true" /> : <Volume2 size={20} aria-hidden="true" />}
      </Button>
      <input
        type="range"
        className={style.volume}
        min={0}
        max={1}
        step={0.05}
        aria-label={t('player.volume')}
        value={isMuted ? 0 : volume}
        onChange={(event) => player.setVolume(Number(event.currentTarget.value))}
      />
    </div>
  );
}
