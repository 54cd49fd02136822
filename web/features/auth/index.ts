export { signOut } from './lazy-sign-out.ts';
export { authConfigQuery, noteFailure, requestedForm } from './sign-in-flow.ts';
