export { HelpLink, HelpMenuItems } from './help-link.tsx';
export { KeysHost } from './keys/keys-host.tsx';
