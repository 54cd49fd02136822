import { clsx } from 'clsx';
import style from './page.module.css';

type PageProps = { title: string; actions?: React.ReactNode; children: React.ReactNode; narrow?: boolean };

export function Page({ title, actions, children, narrow = false }: PageProps) {
  return (
    <div className={clsx(style.page, narrow && style.narrow)}>
      <div className={style.top}>
        <h1>{title}</h1>
        {actions ? <div className={style.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
