import style from './empty-state.module.css';

type EmptyStateProps = {
  icon?: React.ReactNode;
  title: string;
  children?: React.ReactNode;
  action?: React.ReactNode;
  /** True if this is the whole content of the screen. Its title is the heading of level 1 then, otherwise of level 2. */
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
