/** Menus and dialogs. `menu.tsx` and `dialog.tsx` load them when somebody opens one (`overlays.ts`). */
import { clsx } from 'clsx';
import { Check, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  Dialog as AriaDialog,
  Header,
  Heading,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { FocusBack } from './focus-back.tsx';
import dialogStyle from './dialog.module.css';
import style from './menu.module.css';
import type {
  AnchoredMenuProps,
  DialogProps,
  MenuChoiceProps,
  MenuItemProps,
  MenuProps,
  MenuSectionProps,
} from './overlay-types.ts';

/** `startsOpen`: somebody has asked for the menu before its code was there. */
export function Menu({
  trigger,
  label,
  triggerProps,
  children,
  startsOpen,
}: MenuProps & { startsOpen: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(startsOpen);
  useEffect(() => {
    if (!isFirst.current) return;
    // The focus comes back to the button when the menu closes.
    button.current?.focus();
    setOpen(true);
  }, []);
  const focusAtFirst = (menu: HTMLElement | null) => {
    if (!menu || !isFirst.current) return undefined;
    isFirst.current = false;
    return focusFirst(menu);
  };
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button ref={button} look="quiet" aria-label={label} {...triggerProps}>
        {trigger}
      </Button>
      <Popover className={style.popover} placement="bottom end">
        <AriaMenu ref={focusAtFirst} className={style.list}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

/**
 * Focuses the checked entry or the first one, which is rendered a frame later. Without a trigger the menu does not know
 * that the keyboard opened it, and would focus its list.
 */
function focusFirst(menu: HTMLElement | null): (() => void) | undefined {
  if (!menu) return;
  const frame = requestAnimationFrame(() =>
    (
      menu.querySelector<HTMLElement>('[aria-checked="true"]') ??
      menu.querySelector<HTMLElement>('[role^="menuitem"]')
    )?.focus(),
  );
  return () => cancelAnimationFrame(frame);
}

export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  return (
    <Popover
      className={style.popover}
      placement="bottom end"
      triggerRef={{ current: anchor }}
      isOpen={anchor !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu ref={focusFirst} className={style.list} aria-label={label} onClose={onClose}>
        {children}
      </AriaMenu>
    </Popover>
  );
}

export function MenuItem({ children, icon, danger, lang, isExternal = false, ...rest }: MenuItemProps) {
  const away = isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <AriaMenuItem {...rest} {...away} className={style.item} data-danger={danger || undefined}>
      {icon}
      <span lang={lang}>{children}</span>
      {isExternal ? <ExternalLink size={16} className={style.away} aria-hidden="true" /> : null}
    </AriaMenuItem>
  );
}

export function MenuChoice<K extends string>(props: MenuChoiceProps<K>) {
  const { heading, options, value, onChange, inPairs = false } = props;
  return (
    <AriaMenuSection
      className={clsx(style.section, inPairs && style.pairs)}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys as Set<K>;
        if (key !== undefined) onChange(key);
      }}
    >
      <Header className={style.heading}>{heading}</Header>
      {options.map((option) => (
        <AriaMenuItem key={option.key} id={option.key} textValue={option.label} className={style.item}>
          <span className={style.mark}>
            {option.key === value ? <Check size={18} aria-hidden="true" /> : null}
          </span>
          <span lang={option.lang}>{option.label}</span>
        </AriaMenuItem>
      ))}
    </AriaMenuSection>
  );
}

export function MenuSection({ heading, children }: MenuSectionProps) {
  return (
    <AriaMenuSection className={style.section}>
      {heading ? <Header className={style.heading}>{heading}</Header> : null}
      {children}
    </AriaMenuSection>
  );
}

export function Dialog({ isOpen, onClose, title, children, footer, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className={dialogStyle.overlay}
    >
      <Modal className={dialogStyle.modal}>
        <FocusBack onClose={onClose} />
        <AriaDialog role={role} className={dialogStyle.dialog}>
          <Heading slot="title" className={dialogStyle.title}>
            {title}
          </Heading>
          {footer ? <div className={dialogStyle.scrolled}>{children}</div> : children}
          {footer ? <div className={dialogStyle.footer}>{footer}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
