export const auth = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  register: 'Create account',
  email: 'E-mail address',
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  passwordHint: 'At least {{count}} characters. A sentence that only you know works well.',
  signInTitle: 'Sign in',
  signInText: 'Sign in to see your recordings.',
  startSignIn: 'Go to sign-in',
  redirecting: 'Taking you to sign-in …',
  finishing: 'Completing the sign-in …',
  noAccount: 'No account yet?',
  hasAccount: 'Already have an account?',
  forgot: 'Forgot your password?',
  registerTitle: 'Create account',
  registerText: 'The account is valid on this server only.',
  registerClosed: {
    title: 'No new accounts can be created here',
    text: 'The administrator of this server has closed registration. Ask them for an account.',
  },
  demo: {
    title: 'Demonstration',
    text: 'This is a server for trying things out. What you store here is deleted when it stops.',
    action: 'Sign in as the demo person',
  },
  forgotTitle: 'Forgot password',
  forgotNoLink: 'This server does not send links to reset a password.',
  forgotWhatNow:
    'Contact the person who looks after this server. Your recordings stay as they are. If your browser stores passwords, you may find yours there.',
  forgotExternal:
    'Your password is managed by the sign-in service of your organisation. You can reset it there: the link is on the page where you sign in.',
  backToSignIn: 'Back to sign-in',
  insecure:
    'This page was not opened over HTTPS, so the browser allows neither sign-in nor the microphone. Open it over HTTPS, or on the server itself through localhost.',
  storageRefused:
    'This browser lets this page store nothing, not even a sign-in. Allow it cookies and site data, or open it in another window or browser.',
  field: {
    emailRequired: 'Please enter your e-mail address.',
    emailInvalid: 'This is not a complete e-mail address. It looks like name@example.org.',
    passwordRequired: 'Please enter your password.',
    passwordShort: 'The password is too short. It needs at least {{count}} characters.',
    passwordLong: 'The password is too long. It may have at most {{count}} characters.',
    passwordCommon:
      'Many people use this password; it is guessed first. Choose another one, for example a sentence.',
    passwordRepeated:
      'This password is a repetition or a row of keys. Choose another one, for example a sentence.',
    passwordOwn: 'This password is your name or your e-mail address. Choose one that nobody knows of you.',
    firstNameRequired: 'Please enter your first name.',
    lastNameRequired: 'Please enter your last name.',
  },
  failure: {
    permissionTitle: 'No access',
    permission: 'Your account lacks the authorization to use Wortlaut. Contact support if you need access.',
    missing_parameters:
      'Missing required parameters: the sign-in came back incomplete. Please sign in again.',
    state:
      'Authentication failed: the answer of the sign-in service does not belong to your sign-in. This happens when it was begun in another tab or has waited too long. Please sign in again.',
    exchange: 'Error exchanging the authentication code. Please sign in again.',
    login: 'Login failed. Please try again.',
    server:
      'The server cannot store anything at the moment and sign nobody in. Try again in some minutes; if it goes on, contact your administration.',
    logout: 'Logout failed. Please try again.',
    ended: 'Your sign-in has expired. Please sign in again; you will return to the same place.',
    refresh: 'Your sign-in could not be renewed. Please sign in again; you will return to the same place.',
    profile: 'Failed to fetch user profile. Check the connection and try again.',
    unreachable: 'The server cannot be reached at the moment. Check the connection and try again.',
  },
};
