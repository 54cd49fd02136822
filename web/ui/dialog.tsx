import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import style from './dialog.module.css';

type DialogProps = {
  isOpen: boolean;
  onClose(): void;
  title: string;
  children: React.ReactNode;
  /** Content that stays visible at the bottom while the dialog scrolls. */
  footer?: React.ReactNode;
  /** `alertdialog` interrupts and cannot be dismissed by a press outside. */
  role?: 'dialog' | 'alertdialog';
};

export function Dialog({ isOpen, onClose, title, children, footer, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className={style.overlay}
    >
      <Modal className={style.modal}>
        <AriaDialog role={role} className={style.dialog}>
          <Heading slot="title" className={style.title}>
            {title}
          </Heading>
          {footer ? <div className={style.scrolled}>{children}</div> : children}
          {footer ? <div className={style.footer}>{footer}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: React.ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  danger?: boolean;
  isPending?: boolean;
  onConfirm(): void;
  onCancel(): void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onCancel} title={props.title} role="alertdialog">
      <div className={style.body}>{props.children}</div>
      <div className={style.actions}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter pressed at once must do no harm */}
        <Button autoFocus onPress={props.onCancel}>
          {props.cancelLabel}
        </Button>
        <Button
          look={props.danger ? 'danger' : 'primary'}
          isPending={props.isPending ?? false}
          onPress={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
