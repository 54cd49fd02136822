import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportFormat } from '#api/contract/export.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import style from './export-dialog.module.css';
import { firstFormats, isFirstFormat } from './report.rules.ts';

type FormatFieldProps = {
  formats: readonly ReportFormat[];
  value: ReportFormat;
  onChange(format: ReportFormat): void;
};

export function FormatField({ formats, value, onChange }: FormatFieldProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isAll = isOpen || !isFirstFormat(value);
  const shown = isAll ? formats : formats.filter((format) => isFirstFormat(format));
  return (
    <div className={style.formats}>
      <RadioList
        label={t('export.format')}
        options={[...firstFormats, ...formats.filter((format) => !isFirstFormat(format))]
          .filter((format) => shown.includes(format))
          .map((key) => ({
            key,
            label: t(`export.formats.${key}.name`),
            hint: t(`export.formats.${key}.hint`),
          }))}
        value={value}
        onChange={onChange}
      />
      {!isAll && formats.length > shown.length ? (
        <Button look="quiet" onPress={() => setOpen(true)}>
          <ChevronDown size={18} aria-hidden="true" /> {t('export.more')}
        </Button>
      ) : null}
    </div>
  );
}
