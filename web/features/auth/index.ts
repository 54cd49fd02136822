export { signOut } from './lazy-sign-out.ts';
export { noteFailure, requestedForm } from './sign-in-flow.ts';
