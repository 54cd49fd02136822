import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useOptions } from '#web/parts/result/options.state.ts';
import type { SourceTab } from './process-choice.rules.ts';
import { ProcessForm, type TypedText } from './process-form.tsx';

type ProcessDialogProps = {
  session: SessionDetail;
  isOpen: boolean;
  onClose(): void;
  source?: SourceTab;
  /**
   * Labels that are chosen when the dialog opens. Without this property they are the default options that have no
   * result yet.
   */
  chosen?: readonly string[];
  /** Called with the first label in progress. */
  onSent?(label: string): void;
};

export function ProcessDialog({ session, isOpen, onClose, source, chosen, onSent }: ProcessDialogProps) {
  const { t } = useTranslation();
  // The typed texts are held here, so that they stay when the dialog is closed by mistake.
  const [typed] = useState<TypedText>(() => ({ prompt: '', hints: '' }));
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('processing.dialog.title')}>
      <WithOptions
        session={session}
        asked={{ source, chosen }}
        typed={typed}
        onClose={onClose}
        onSent={onSent ?? (() => {})}
      />
    </Dialog>
  );
}

type WithOptionsProps = Omit<React.ComponentProps<typeof ProcessForm>, 'options'>;

function WithOptions(props: WithOptionsProps) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useOptions();
  if (data) return <ProcessForm {...props} options={data} />;
  if (!error) return <Skeleton height="16rem" />;
  return (
    <RetryNotice
      title={t('processing.dialog.loadFailed')}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
