import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './domain.module.css';

type EditorBarProps = {
  /** Number of fields and options with a problem. */
  problems: number;
  isDirty: boolean;
  isSaving: boolean;
  onDiscard(): void;
};

export function EditorBar({ problems, isDirty, isSaving, onDiscard }: EditorBarProps) {
  const { t } = useTranslation();
  return (
    <div className={style.bar}>
      <output>
        {problems > 0
          ? t('domain.problems', { count: problems })
          : t(isDirty ? 'domain.unsaved' : 'domain.asSaved')}
      </output>
      <div className={style.barActions}>
        {isDirty && !isSaving ? <Button onPress={onDiscard}>{t('domain.discard')}</Button> : null}
        <Button type="submit" look="primary" isPending={isSaving}>
          {t('domain.save')}
        </Button>
      </div>
    </div>
  );
}

export function SaveFailure({ error }: { error: Error }) {
  const { t } = useTranslation();
  return (
    <Notice kind="error" live="alert" title={t('domain.saveFailed')}>
      <p>{errorSentence(t, error)}</p>
    </Notice>
  );
}
