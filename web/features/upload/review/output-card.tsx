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

export function OutputCard({ upload, state, output, maxBytes }: OutputCardProps) {
  const { t, i18n } = useTranslation();
  const { analysis, file, encoded, loudness, problem } = state;
  if (!analysis || !file) return null;
  const bytes = encoded?.bytes ?? output.bytes;
  const size = formatBytes(bytes, i18n.language);
  const lengths = { before: formatClock(analysis.durationS), after: formatClock(output.durationS) };
  return (
    <section className={style.card} aria-label={t('upload.output.label')}>
      {output.obstacle ? (
        <Obstacle upload={upload} state={state} output={output} maxBytes={maxBytes} />
      ) : null}
      <dl className={style.facts}>
        <div>
          <dt>{t('upload.output.duration')}</dt>
          <dd>{lengths.before === lengths.after ? lengths.after : t('upload.output.change', lengths)}</dd>
        </div>
        <div>
          <dt>{t('upload.output.size')}</dt>
          <dd>
            {t('upload.output.change', {
              before: formatBytes(file.bytes, i18n.language),
              after: encoded ? size : t('upload.output.about', { size }),
            })}
          </dd>
        </div>
      </dl>
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
      <Button
        look="primary"
        className={style.send ?? ''}
        isDisabled={output.obstacle !== null || problem !== null}
        onPress={() => void upload.send()}
      >
        {t('upload.send')}
      </Button>
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
