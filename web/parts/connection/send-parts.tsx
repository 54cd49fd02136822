import { useTranslation } from 'react-i18next';
import { formatBytes } from '#web/lib/format.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { SendState } from '#workers/send/send.contract.ts';
import { sentShare } from './sending.rules.ts';

type SendPartsProps = {
  send: SendState;
  label: string;
  /** Bytes recorded so far, while the total is unknown. */
  bytesKnown?: number | null;
  /** True while the server checks the complete upload. */
  isCompleting?: boolean;
};

export function SendParts({ send, label, bytesKnown = null, isCompleting = false }: SendPartsProps) {
  const { t, i18n } = useTranslation();
  const { partsStored, partsTotal, bytesSent, bytesTotal } = send;
  const size = (bytes: number) => formatBytes(bytes, i18n.language);
  const total = bytesTotal ?? bytesKnown;
  const figures = [
    partsTotal > 0 ? t('network.partsDone', { done: partsStored, count: partsTotal }) : null,
    total === null ? size(bytesSent) : t('network.bytes', { sent: size(bytesSent), total: size(total) }),
  ];
  return (
    <ProgressBar
      label={label}
      value={isCompleting ? null : sentShare(send, bytesKnown)}
      valueText={figures.filter((figure) => figure !== null).join(' · ')}
    />
  );
}
