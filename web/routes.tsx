import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { requestedForm } from '#web/features/auth/index.ts';
import { deepLinkPath } from '#web/parts/page/guards.ts';
import { enter } from '#web/shell/enter.ts';
import { ErrorScreen } from '#web/shell/error-screen.tsx';
import { lazyRouteComponent } from '#web/shell/lazy-screen.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { PendingScreen } from '#web/shell/pending-screen.tsx';
import { RootScreen } from '#web/shell/root-screen.tsx';
import { passHead } from '#web/lib/pass-token.ts';
import { timings } from '#web/lib/time.ts';
import { withWords } from '#web/i18n/with-words.ts';

/** The table of routes (§2): path, access and screen. */
const root = createRootRoute({
  component: RootScreen,
  notFoundComponent: NotFoundScreen,
  beforeLoad: ({ location }) => {
    const path = deepLinkPath(location.search as Record<string, unknown>);
    if (path) throw redirect({ href: path, replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: enter('home'),
  component: lazyRouteComponent(() => import('#web/features/home/home-screen.tsx'), 'HomeScreen'),
});

const library = createRoute({
  getParentRoute: () => root,
  path: '/library',
  beforeLoad: enter('login'),
  validateSearch: textSearch('search', 'text', 'expires_days'),
  component: lazyRouteComponent(
    withWords('work', () => import('#web/features/library/library-screen.tsx')),
    'LibraryScreen',
  ),
});

const session = createRoute({
  getParentRoute: () => root,
  path: '/library/$id',
  beforeLoad: enter('login'),
  validateSearch: textSearch('tab', 'mode', 'at', 'segment'),
  component: lazyRouteComponent(
    withWords('session', () => import('#web/features/session/detail/session-screen.tsx')),
    'SessionScreen',
  ),
});

const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  // A phone that has begun to join without a sign-in goes on, also while it cannot ask whether the host still takes such phones.
  beforeLoad: enter('login', async () =>
    (await import('#web/parts/account/quick-pairing.ts')).mayJoinAsGuest(),
  ),
  validateSearch: textSearch('code'),
  component: lazyRouteComponent(
    withWords(['rest', 'pair'], () => import('#web/features/pairing/phone/pair-screen.tsx')),
    'PairScreen',
  ),
});

/** True if the desktop has confirmed this phone for this pairing without a sign-in, also after the pairing has ended. */
const hasPass = (pairingId: string): boolean => passHead()?.pairingId === pairingId;

const pairRecorder = createRoute({
  getParentRoute: () => root,
  path: '/pair/$pairingId',
  beforeLoad: ({ location, params }) => enter('login', () => hasPass(params.pairingId))({ location }),
  component: lazyRouteComponent(
    withWords(
      ['session', 'rest', 'pair'],
      () => import('#web/features/session/pair/pair-recorder-screen.tsx'),
    ),
    'PairRecorderScreen',
  ),
});

const create = createRoute({
  getParentRoute: () => root,
  path: '/create',
  beforeLoad: enter('login'),
  validateSearch: textSearch('start', 'problem'),
  component: lazyRouteComponent(
    withWords('rest', () => import('#web/features/session/create/create-screen.tsx')),
    'CreateScreen',
  ),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: enter('login'),
  component: lazyRouteComponent(
    withWords('rest', () => import('#web/features/account/account-screen.tsx')),
    'AccountScreen',
  ),
});

/** The list of keys names what is done in a session. */
const wordsOfHelp = ['session', 'rest'] as const;

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  beforeLoad: enter('public'),
  component: lazyRouteComponent(
    withWords(wordsOfHelp, () => import('#web/features/help/help-screen.tsx')),
    'HelpScreen',
  ),
});

const helpTopic = createRoute({
  getParentRoute: () => root,
  path: '/help/$topic',
  beforeLoad: enter('public'),
  component: lazyRouteComponent(
    withWords(wordsOfHelp, () => import('#web/features/help/help-topic-screen.tsx')),
    'HelpTopicScreen',
  ),
});

const domains = createRoute({
  getParentRoute: () => root,
  path: '/admin/domains',
  beforeLoad: enter('superuser'),
  validateSearch: textSearch('host', 'part'),
  component: lazyRouteComponent(
    withWords('rest', () => import('#web/features/domain/domains-screen.tsx')),
    'DomainsScreen',
  ),
});

const signInSearch = textSearch('error', 'redirect', 'interaction', 'form');
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: signInSearch,
  beforeLoad: async ({ search, location }) => {
    await enter('guest')({ location });
    const { interaction, form } = search;
    if (interaction && form !== 'login' && requestedForm() === 'register') {
      throw redirect({ href: `/register?interaction=${encodeURIComponent(interaction)}`, replace: true });
    }
  },
  component: lazyRouteComponent(() => import('#web/features/auth/signin-screen.tsx'), 'SignInScreen'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: textSearch('redirect', 'interaction'),
  beforeLoad: enter('guest'),
  component: lazyRouteComponent(() => import('#web/features/auth/register-screen.tsx'), 'RegisterScreen'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('#web/features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('#web/features/auth/reset-screen.tsx'), 'ResetScreen'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm',
  component: lazyRouteComponent(() => import('#web/features/auth/confirm-screen.tsx'), 'ConfirmScreen'),
});

const callback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  validateSearch: textSearch('code', 'state', 'error'),
  component: lazyRouteComponent(() => import('#web/features/auth/callback-screen.tsx'), 'CallbackScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    library,
    session,
    pair,
    pairRecorder,
    create,
    account,
    help,
    helpTopic,
    domains,
    signIn,
    register,
    forgotPassword,
    reset,
    confirm,
    callback,
  ]),
  // Parameters stay strings, because a code of digits is not a number.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: timings.pendingScreenMs,
  defaultPreload: false,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Keeps the named query parameters that are strings, and drops all others. */
function textSearch<N extends string>(...names: readonly N[]) {
  return (search: Record<string, unknown>): { [K in N]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
    ) as { [K in N]?: string };
}
