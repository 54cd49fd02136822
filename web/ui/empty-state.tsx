import style from './empty-state.module.css';

type EmptyStateProps = {
  icon?: React.ReactNode;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
};

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={style.empty}>
      {icon ? (
        <span className={style.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <h2 className={style.title}>{title}</h2>
      {children ? <div className={style.text}>{children}</div> : null}
      {action}
    </div>
  );
}
