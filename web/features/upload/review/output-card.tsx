import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import { formatClock, formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { endAfter, estimatedBytes, fittingSettings } from './output.rules.ts';
import type { Output } from './output.rules.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';
import style from './output-card.module.css';

type OutputCardProps = { upload: Upload; state: UploadState; output: Output; maxBytes: number };

/** What is made of the recording, and what is in the way of sending it. */
export function OutputCard({ upload, state, output, maxBytes }: OutputCardProps) {
  const { t } = useTranslation();
  const { loudness } = state;
  return (
    <section className={style.card} aria-label={t('upload.output.label')}>
      {output.obstacle ? (
        <Obstacle upload={upload} state={state} output={output} maxBytes={maxBytes} />
      ) : null}
      <p className={style.note}>
        {output.method === 'cut'
          ? t('upload.output.cut')
          : t('upload.output.encode', { bitrate: output.settings.bitrate })}
      </p>
      <Checkbox
        isSelected={loudness === 'normalised'}
        onChange={(isOn) => upload.setLoudness(isOn ? 'normalised' : 'as_is')}
      >
        <span className={style.choice}>
          {t('upload.normalise')}
          <span className={style.note}>{t('upload.normaliseText')}</span>
        </span>
      </Checkbox>
    </section>
  );
}

function Obstacle({ upload, state, output, maxBytes }: OutputCardProps) {
  const { t, i18n } = useTranslation();
  const megabytes = (bytes: number) => formatBytes(bytes, i18n.language);
  const trim = upload.trim();
  if (output.obstacle === 'too_long') {
    const after = megabytes(estimatedBytes(limits.maxAudioS, output.settings.bitrate));
    return (
      <Notice
        kind="warn"
        live="status"
        title={t('upload.limit.long', { over: formatClock(output.durationS - limits.maxAudioS) })}
        actions={
          <Button onPress={() => trim?.setEnd(endAfter(trim.state.kept, limits.maxAudioS))}>
            {t('upload.limit.cutEnd', { size: after })}
          </Button>
        }
      >
        <p>{t('upload.limit.longText', { duration: formatClock(output.durationS) })}</p>
      </Notice>
    );
  }
  const fitting = fittingSettings(output.durationS, maxBytes, state.settings);
  return (
    <Notice
      kind="warn"
      live="status"
      title={t('upload.limit.large')}
      actions={
        fitting ? (
          <Button onPress={() => upload.setSettings(fitting)}>
            {t('upload.limit.smaller', {
              bitrate: fitting.bitrate,
              size: megabytes(estimatedBytes(output.durationS, fitting.bitrate)),
            })}
          </Button>
        ) : undefined
      }
    >
      <p>{t('upload.limit.largeText', { size: megabytes(output.bytes), max: megabytes(maxBytes) })}</p>
      {fitting ? null : <p>{t('upload.limit.largeNoWay')}</p>}
    </Notice>
  );
}
