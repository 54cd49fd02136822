import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type OverwriteQuestionProps = {
  isOpen: boolean;
  names: readonly string[];
  onConfirm(): void;
  onCancel(): void;
};

/** Asks before results that exist are made again (§4). */
export function OverwriteQuestion({ isOpen, names, onConfirm, onCancel }: OverwriteQuestionProps) {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('processing.overwrite.title', { count: names.length, names: list })}
      confirmLabel={t('processing.overwrite.confirm')}
      cancelLabel={t('processing.overwrite.keep')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {names.length === 1
          ? t('processing.overwrite.textOne')
          : t('processing.overwrite.text', { names: list })}
      </p>
    </ConfirmDialog>
  );
}
