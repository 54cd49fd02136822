export { SettingsChoices } from './settings-choices.tsx';
export { SettingsMenu } from './settings-menu.tsx';
export { GuestScreen, useGuest, useOwnerSignIn, useOwner } from './recording-owner.ts';
export { startTheme } from './theme.state.ts';
export {
  changeConfig,
  displayName,
  forgetUser,
  idsOf,
  idsOfOwner,
  loadProfile,
  type PersonIds,
  refuseOtherPerson,
  reloadProfile,
  type User,
  userState,
} from './user.state.ts';
