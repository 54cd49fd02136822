export { HelpLink, HelpMenuItems } from './help-link.tsx';
export { loadHelp } from './load-help.ts';
export { KeysHost } from './keys/keys-host.tsx';
