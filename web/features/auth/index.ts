export { authConfigQuery, noteFailure, requestedForm } from './sign-in-flow.ts';
export { signOut } from './sign-out.ts';
