import style from './empty-state.module.css';

type EmptyStateProps = {
  icon?: React.ReactNode;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
  /** True if the screen has nothing else, so that its heading is the first one. */
  isScreen?: boolean;
};

export function EmptyState({ icon, title, children, action, isScreen = false }: EmptyStateProps) {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className={style.empty}>
      {icon ? (
        <span className={style.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <Heading className={style.title}>{title}</Heading>
      {children ? <div className={style.text}>{children}</div> : null}
      {action}
    </div>
  );
}
