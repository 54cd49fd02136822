export { ShareDialog } from './lazy-share-dialog.ts';
