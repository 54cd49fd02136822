import { useRouter } from '@tanstack/react-router';
import { AudioLines, CircleUser, LogOut, SlidersHorizontal, UserCog } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { signOut } from '#web/features/auth/index.ts';
import { DeviceModelsHost, openDeviceModelsDialog } from '#web/features/draft/index.ts';
import { HelpMenuItems } from '#web/features/help/index.ts';
import { hasKept } from '#workers/keep/keep.client.ts';
import { PairMenuItem } from '#web/features/pairing/index.ts';
import { isRecordingLive, isRecordingUnsafe } from '#web/features/recording/index.ts';
import { openRoleDialog, roleState } from '#web/features/role/index.ts';
import { displayName, idsOf, SettingsChoices, type User } from '#web/features/user/index.ts';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Menu, MenuItem, MenuSection } from '#web/ui/menu.tsx';
import { ChatAppItem } from './chat-app-item.tsx';
import style from './header.module.css';

const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
};

export function UserMenu({
  user,
}: {
  user: Pick<User, 'id' | 'sub' | 'firstName' | 'lastName' | 'username' | 'email' | 'isSuperuser'>;
}) {
  const { t } = useTranslation();
  const router = useRouter();
  const { canChange } = useSnapshot(roleState);
  const name = displayName(user);
  const initials = initialsOf(name);
  const [isAsking, setAsking] = useState(false);
  const [losesUpload, setLosesUpload] = useState(false);
  const leave = async () => {
    setAsking(false);
    setLosesUpload(false);
    const href = await signOut();
    if (href.startsWith('/')) await router.navigate({ href, replace: true });
    else location.assign(href);
  };
  const stay = () => {
    setAsking(false);
    setLosesUpload(false);
  };
  const ask = async () => {
    const hasUpload = await hasKept(idsOf(user));
    setLosesUpload(hasUpload);
    if (isRecordingUnsafe()) setAsking(true);
    else if (!hasUpload) await leave();
  };
  return (
    <>
      <Menu
        label={t('user.menu', { name, initials })}
        triggerProps={{ icon: true, className: style.avatarButton }}
        trigger={
          <span className={style.avatar} aria-hidden="true">
            {initials}
          </span>
        }
      >
        <MenuSection heading={`${t('user.signedInAs')} ${name}`}>
          <PairMenuItem />
          <ChatAppItem />
          {canChange ? (
            <MenuItem
              textValue={t('role.change')}
              icon={<UserCog size={18} aria-hidden="true" />}
              onAction={openRoleDialog}
            >
              {t('role.change')}
            </MenuItem>
          ) : null}
          <MenuItem
            textValue={t('account.title')}
            icon={<CircleUser size={18} aria-hidden="true" />}
            href="/account"
          >
            {t('account.title')}
          </MenuItem>
          <MenuItem
            textValue={t('draft.model.open')}
            icon={<AudioLines size={18} aria-hidden="true" />}
            onAction={openDeviceModelsDialog}
          >
            {t('draft.model.open')}
          </MenuItem>
          {user.isSuperuser ? (
            <MenuItem
              textValue={t('domain.title')}
              icon={<SlidersHorizontal size={18} aria-hidden="true" />}
              href="/admin/domains"
            >
              {t('domain.title')}
            </MenuItem>
          ) : null}
        </MenuSection>
        <SettingsChoices />
        <MenuSection>
          <HelpMenuItems />
          <MenuItem
            textValue={t('auth.signOut')}
            icon={<LogOut size={18} aria-hidden="true" />}
            onAction={() => void ask()}
          >
            {t('auth.signOut')}
          </MenuItem>
        </MenuSection>
      </Menu>
      <DeviceModelsHost />
      <ConfirmDialog
        isOpen={losesUpload && !isAsking}
        title={t('upload.signOut.title')}
        confirmLabel={t('auth.signOut')}
        cancelLabel={t('shell.cancel')}
        danger
        onConfirm={() => void leave()}
        onCancel={stay}
      >
        <p>{t('upload.signOut.text')}</p>
      </ConfirmDialog>
      <SignOutQuestion
        isOpen={isAsking}
        onLeave={() => (losesUpload ? setAsking(false) : void leave())}
        onStay={stay}
      />
    </>
  );
}

type SignOutQuestionProps = { isOpen: boolean; onLeave(): void; onStay(): void };

/** Asks before the sign-out. During a recording signing out is impossible. Unsent data waits on this device. */
function SignOutQuestion({ isOpen, onLeave, onStay }: SignOutQuestionProps) {
  const { t } = useTranslation();
  const isLive = isRecordingLive();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isLive ? 'recording.signOut.liveTitle' : 'recording.signOut.title')}
      confirmLabel={t(isLive ? 'recording.signOut.stay' : 'auth.signOut')}
      cancelLabel={t('shell.cancel')}
      onConfirm={isLive ? onStay : onLeave}
      onCancel={onStay}
    >
      <p>{t(isLive ? 'recording.signOut.liveText' : 'recording.signOut.text')}</p>
    </ConfirmDialog>
  );
}
