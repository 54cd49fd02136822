import { useTranslation } from 'react-i18next';
import { Notice } from '#web/ui/notice.tsx';

/** Says that a link does not hold, whether it was used, replaced, too old or cut off. `way` leads to a new one. */
export function LinkOver({ text, way }: { text: string; way?: React.ReactNode }) {
  const { t } = useTranslation();
  return (
    <Notice kind="error" live="alert" title={t('auth.link.over')} actions={way}>
      <p>{text}</p>
    </Notice>
  );
}
