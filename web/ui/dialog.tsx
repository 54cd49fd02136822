import { Button } from './button.tsx';
import style from './dialog.module.css';
import { useOverlays } from './overlays.ts';
import type { DialogProps } from './overlay-types.ts';

/** A dialog. Its code is loaded when it opens for the first time. */
export function Dialog(props: DialogProps) {
  const parts = useOverlays(props.isOpen);
  return parts ? <parts.Dialog {...props} /> : null;
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
