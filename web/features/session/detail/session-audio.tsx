import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { cutsOf, Moments, type Player } from '#web/features/player/index.ts';
import { markName } from '#web/parts/recording/marker.rules.ts';
import { QualityReport } from '#web/parts/quality/quality-report.tsx';
import { SoundFacts } from '#web/parts/quality/sound-facts.tsx';
import { useHasTag } from '#web/lib/domain-config.ts';
import { formatClock, formatDate, formatBytes, formatLength } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './session-panel.module.css';
import { useDownload } from './use-download.ts';

/** Time before a cut at which playback starts, s. */
const beforeCutS = 3;

export function SessionAudio({ session, player }: { session: SessionDetail; player: Player | null }) {
  const { t, i18n } = useTranslation();
  const { audio } = session;
  if (!audio) return <p className={style.panel}>{t('error.recording.no_audio')}</p>;
  if (audio.deleted_at) {
    return (
      <Notice
        kind="info"
        title={`${t('session.facts.audioDeleted')} ${formatDate(audio.deleted_at, i18n.language)}`}
      >
        <p>{t('player.deleted')}</p>
      </Notice>
    );
  }
  const play = (timeS: number) => {
    player?.seek(timeS);
    player?.play();
  };
  return (
    <div className={style.panel}>
      <Quality session={session} audio={audio} onPlay={play} />
      <Markers markers={session.markers} onPlay={play} />
      {session.timemap ? <Cuts timemap={session.timemap} onPlay={play} /> : null}
      <section>
        <h2>{t('player.audio.retention')}</h2>
        <p>{t('player.audio.until', { date: formatDate(session.retention.audio_until, i18n.language) })}</p>
      </section>
      <SaveFile sessionId={session.id} />
    </div>
  );
}

type QualityProps = {
  session: SessionDetail;
  audio: NonNullable<SessionDetail['audio']>;
  onPlay(timeS: number): void;
};

function Quality({ session: { verdict }, audio, onPlay }: QualityProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <h2>{t('quality.heading')}</h2>
      {verdict ? (
        <>
          <QualityReport verdict={verdict} durationS={audio.duration} onJump={onPlay} />
          <SoundFacts
            durationS={audio.duration}
            verdict={verdict}
            more={[[t('session.facts.size'), formatBytes(audio.bytes, i18n.language)]]}
          />
        </>
      ) : (
        <p>{t('session.facts.noVerdict')}</p>
      )}
    </>
  );
}

type MarkersProps = { markers: SessionDetail['markers']; onPlay(timeS: number): void };

function Markers({ markers, onPlay }: MarkersProps) {
  const { t } = useTranslation();
  const nameOf = (marker: SessionDetail['markers'][number]) =>
    t(`recording.mark.${markName(marker)}` as 'recording.mark.user', { defaultValue: marker.code });
  if (markers.length === 0) return null;
  return (
    <Moments
      heading={t('player.audio.markers')}
      moments={markers.map((marker) => {
        const name = marker.text || nameOf(marker);
        const label = t('player.audio.listen', { name, time: formatClock(marker.at) });
        return { atS: marker.at, text: name, label };
      })}
      onPlay={onPlay}
    />
  );
}

type CutsProps = { timemap: NonNullable<SessionDetail['timemap']>; onPlay(timeS: number): void };

function Cuts({ timemap, onPlay }: CutsProps) {
  const { t, i18n } = useTranslation();
  const cuts = cutsOf(timemap);
  const lengthS = cuts.reduce((sum, cut) => sum + cut.lengthS, 0);
  return (
    <Moments
      heading={t('player.audio.trimmed')}
      lead={`${
        cuts.length > 0
          ? `${t('player.audio.cuts', { count: cuts.length, length: formatLength(lengthS, i18n.language) })} `
          : ''
      }${t('player.audio.cutsEnd')}`}
      moments={cuts.map((cut) => {
        const length = formatLength(cut.lengthS, i18n.language);
        return {
          atS: cut.atS,
          text: t('player.audio.cut', { length }),
          label: t('player.audio.listenCut', { time: formatClock(cut.atS), length }),
        };
      })}
      onPlay={(timeS) => onPlay(Math.max(0, timeS - beforeCutS))}
    />
  );
}

function SaveFile({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const download = useDownload(sessionId);
  if (!useHasTag('audio_download')) return null;
  return (
    <div>
      <Button isPending={download.isPending} onPress={() => void download.start()}>
        <Download size={18} aria-hidden="true" /> {t('player.download')}
      </Button>
    </div>
  );
}
