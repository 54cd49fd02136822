import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportKindsOf } from '#api/shared/report/report-kinds.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { useResultNames } from '#web/parts/result/use-result-names.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isAbort } from '#web/lib/http.ts';
import { createScope } from '#web/lib/scope.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioList } from '#web/ui/radio-list.tsx';
import style from './export-dialog.module.css';
import { FormatField } from './format-field.tsx';
import { fittingChoice, keepChoice, readLastChoice, reportName, type ReportChoice } from './report.rules.ts';
import { saveReport } from './save-report.ts';
import { useUnsent } from './use-unsent.ts';

type ExportDialogProps = { session: SessionDetail; isOpen: boolean; onClose(): void };

export function ExportDialog({ session, isOpen, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('export.title')}>
      <ExportForm session={session} onClose={onClose} />
    </Dialog>
  );
}

type Work =
  | { kind: 'idle' }
  | { kind: 'busy' }
  | { kind: 'saved'; name: string }
  | { kind: 'failed'; error: unknown };

function ExportForm({ session, onClose }: Omit<ExportDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const nameOf = useResultNames(session);
  const [wanted, setWanted] = useState<ReportChoice>(() => readLastChoice(localStore));
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  // Disposed of when the dialog is closed, which aborts the download.
  const scope = useOwned(session.id, createScope);
  const { isUnsent, settle } = useUnsent(session);
  const kinds = reportKindsOf(session);
  const choice = fittingChoice(kinds, wanted);
  if (!choice) return <NothingThere onClose={onClose} />;
  const choose = (part: Partial<ReportChoice>) => {
    setWanted({ ...choice, ...part });
    setWork({ kind: 'idle' });
  };
  const save = async () => {
    if (!scope || work.kind === 'busy') return;
    setWork({ kind: 'busy' });
    keepChoice(localStore, choice);
    try {
      await settle();
      setWork({ kind: 'saved', name: await saveReport(session.id, choice, scope.signal) });
    } catch (error) {
      if (!isAbort(error)) setWork({ kind: 'failed', error });
    }
  };
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {kinds.length > 1 ? (
        <RadioList
          label={t('export.what')}
          options={kinds.map(({ report_type: key }) => ({ key, label: reportName(t, key, nameOf) }))}
          value={choice.type}
          onChange={(type) => choose({ type })}
        />
      ) : null}
      <FormatField
        formats={kinds.find(({ report_type }) => report_type === choice.type)?.formats ?? []}
        value={choice.format}
        onChange={(format) => choose({ format })}
      />
      {isUnsent ? (
        <Notice kind="warn" live="status">
          <p>{t('export.unsaved')}</p>
        </Notice>
      ) : null}
      <output className={style.status}>
        {work.kind === 'busy' ? t('export.preparing') : null}
        {work.kind === 'saved' ? t('export.saved', { name: work.name }) : null}
      </output>
      {work.kind === 'failed' ? (
        <Notice kind="error" live="alert" title={t('export.failed')}>
          <p>{errorSentence(t, work.error)}</p>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button onPress={onClose}>{t('share.close')}</Button>
        <Button type="submit" look="primary" isPending={work.kind === 'busy'}>
          <Download size={18} aria-hidden="true" /> {t('export.submit')}
        </Button>
      </div>
    </form>
  );
}

function NothingThere({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <div className={style.form}>
      <Notice kind="info" title={t('export.nothing.title')}>
        <p>{t('export.nothing.text')}</p>
      </Notice>
      <div className={style.actions}>
        <Button onPress={onClose}>{t('share.close')}</Button>
      </div>
    </div>
  );
}
