import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportKindsOf } from '#api/shared/report/report-kinds.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { ShareAnswer, SharePreview } from '#api/contract/share.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { isFirstFormat, readLastChoice, useUnsent } from '#web/features/export/index.ts';
import { useResultNames } from '#web/parts/result/use-result-names.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isAbort } from '#web/lib/http.ts';
import { createScope } from '#web/lib/scope.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { noRecipients } from './recipient-field.tsx';
import { fetchPreview, sendShare } from './send-share.ts';
import { ShareDone } from './share-done.tsx';
import { ShareForm, type ShareDraft } from './share-form.tsx';
import { ShareOwn } from './share-own.tsx';
import { SharePreviewStep } from './share-preview.tsx';
import { useMailStatus } from './share.state.ts';
import style from './share.module.css';

type ShareDialogProps = { session: SessionDetail; isOpen: boolean; onClose(): void };

/**
 * Sends documents by e-mail in three steps: choose, preview, send. Without a mail server it hands them over to the
 * person's own mail program.
 */
export function ShareDialog({ session, isOpen, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('share.title')}>
      <ShareSteps session={session} onClose={onClose} />
    </Dialog>
  );
}

type Step =
  | { kind: 'form'; isPending: boolean; error: unknown }
  | { kind: 'preview'; id: string; preview: SharePreview; sending: 'no' | 'yes' | 'slow'; error: unknown }
  | { kind: 'done'; answer: ShareAnswer };

const form: Step = { kind: 'form', isPending: false, error: null };

function ShareSteps({ session, onClose }: Omit<ShareDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const mail = useMailStatus();
  const scope = useOwned(session.id, createScope);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { isUnsent, settle } = useUnsent(session);
  const nameOf = useResultNames(session);
  const kinds = reportKindsOf(session);
  const [step, setStep] = useState<Step>(form);
  const [draft, setDraft] = useState<ShareDraft>(() => {
    const { format } = readLastChoice(localStore);
    return {
      recipients: noRecipients,
      types: kinds.slice(0, 1).map(({ report_type }) => report_type),
      format: isFirstFormat(format) ? format : 'pdf',
      message: '',
    };
  });
  const { recipients, types, format, message } = draft;
  const requestOf = (from: ShareDraft) => ({
    reports: from.types.map((type) => ({ report_type: type, file_type: from.format })),
    message: from.message,
  });

  const look = async (next: ShareDraft) => {
    if (!scope) return;
    setStep({ kind: 'form', isPending: true, error: null });
    try {
      await settle();
      const preview = await fetchPreview(session.id, requestOf(next), scope.signal);
      setStep({ kind: 'preview', id: crypto.randomUUID(), preview, sending: 'no', error: null });
    } catch (error) {
      if (!isAbort(error)) setStep({ kind: 'form', isPending: false, error });
    }
  };

  // Sending goes on after the dialog is closed. A toast then reports the outcome.
  const send = async (from: Step & { kind: 'preview' }) => {
    const during = (sending: 'no' | 'yes' | 'slow', error: unknown = null) =>
      setStep({ ...from, sending, error });
    during('yes');
    try {
      const { at } = from.preview;
      const request = { id: from.id, recipients: recipients.addresses, ...requestOf(draft), at };
      const answer = await sendShare(session.id, request, () => during('slow'));
      if (isShown.current) setStep({ kind: 'done', answer });
      else tellEnd(answer);
    } catch (error) {
      if (isShown.current) during('no', error);
      else toasts.add({ kind: 'error', text: `${t('share.sendFailed')}. ${errorSentence(t, error)}` });
    }
  };
  const tellEnd = ({ sent, refused }: ShareAnswer) => {
    const parts = [t('share.sent', { count: sent })];
    if (refused.length > 0)
      parts.push(`${t('share.refused', { count: refused.length })}: ${refused.join(', ')}`);
    toasts.add({ kind: refused.length > 0 ? 'error' : 'info', text: `${parts.join('. ')}.` });
  };

  if (kinds.length === 0) {
    return (
      <div className={style.form}>
        <Notice kind="info" title={t('share.nothing.title')}>
          <p>{t('share.nothing.text')}</p>
        </Notice>
        <div className={style.actions}>
          <Button onPress={onClose}>{t('share.close')}</Button>
        </div>
      </div>
    );
  }
  if (step.kind === 'done') {
    const fix = () => {
      setDraft({ ...draft, recipients: { ...noRecipients, addresses: step.answer.refused } });
      setStep(form);
    };
    return <ShareDone answer={step.answer} onFix={fix} onClose={onClose} />;
  }
  if (step.kind === 'preview') {
    const { preview } = step;
    const addresses = recipients.addresses;
    const common = { preview, recipients: addresses, language: session.language };
    return preview.can_send ? (
      <SharePreviewStep
        {...common}
        sending={step.sending}
        error={step.error}
        onSend={() => void send(step)}
        onChange={() => setStep(form)}
      />
    ) : (
      <ShareOwn
        {...common}
        sessionId={session.id}
        choices={types.map((type) => ({ type, format }))}
        onChange={() => setStep(form)}
      />
    );
  }
  return (
    <ShareForm
      kinds={kinds}
      nameOf={nameOf}
      draft={{ recipients, types, format, message }}
      onChange={setDraft}
      isPending={step.isPending}
      error={step.error}
      isUnsent={isUnsent}
      mail={mail === 'ok' ? null : mail}
      onSubmit={(next) => void look(next)}
      onCancel={onClose}
    />
  );
}
