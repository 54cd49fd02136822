export const role = {
  title: 'Choose a role',
  change: 'Change role',
  text: 'The role decides which processing options you are offered. You can change it at any time in the user menu.',
  label: 'Your role',
  isDefault: 'Applies as long as none is chosen.',
  confirm: 'Confirm',
  skip: 'Skip',
  chosen: 'Your role is now “{{role}}”.',
  unknown: 'Unknown Role',
  failed: {
    available: 'Failed to fetch available roles',
    current: 'Failed to fetch current role',
    select: 'Failed to select role',
  },
};
