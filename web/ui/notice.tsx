import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import style from './notice.module.css';

export type NoticeKind = 'info' | 'warn' | 'error' | 'safe';

const icons = { info: Info, warn: TriangleAlert, error: CircleAlert, safe: CircleCheck };

type NoticeProps = {
  kind: NoticeKind;
  title?: string;
  children?: React.ReactNode;
  actions?: React.ReactNode;
  /** How the notice is announced when it appears: `alert` at once, `status` at the next pause of the screen reader. */
  live?: 'alert' | 'status';
};

/** Says what has happened, what it means, and what to do. Each kind has an icon besides its colour. */
export function Notice({ kind, title, children, actions, live }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={clsx(style.notice, style[kind])} role={live}>
      <Icon className={style.icon} size={22} aria-hidden="true" />
      <div className={style.text}>
        {title ? <p className={style.title}>{title}</p> : null}
        {children}
        {actions ? <div className={style.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
