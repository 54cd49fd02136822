import { useTranslation } from 'react-i18next';
import { formatBytes, formatClock } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';
import type { Output } from './output.rules.ts';
import style from './send-bar.module.css';

type SendBarProps = { upload: Upload; state: UploadState; output: Output };

/** Length and size of what is sent, and the button that sends it. It stays at the bottom of the window. */
export function SendBar({ upload, state, output }: SendBarProps) {
  const { t, i18n } = useTranslation();
  const { analysis, file, encoded, problem } = state;
  if (!analysis || !file) return null;
  const size = formatBytes(encoded?.bytes ?? output.bytes, i18n.language);
  const lengths = { before: formatClock(analysis.durationS), after: formatClock(output.durationS) };
  return (
    <div className={style.bar}>
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
      <Button
        look="primary"
        className={style.send}
        isDisabled={output.obstacle !== null || problem !== null}
        onPress={() => void upload.send()}
      >
        {t('upload.send')}
      </Button>
    </div>
  );
}
