import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionStatus } from '#api/contract/session.ts';
import style from './status-label.module.css';

const icons: Record<SessionStatus, LucideIcon> = {
  new: CircleDashed,
  preparing: Clock,
  pending: Clock,
  transcribing: LoaderCircle,
  processing: LoaderCircle,
  overdue: Hourglass,
  completed: CircleCheck,
  error: CircleAlert,
};

/** Shows the status of a session (§4) by word and icon, so that the colour is not needed. */
export function StatusLabel({ status }: { status: SessionStatus }) {
  const { t } = useTranslation();
  const Icon = icons[status];
  return (
    <span className={style.label} data-status={status}>
      <Icon size={18} aria-hidden="true" />
      {t(`status.${status}`)}
    </span>
  );
}
