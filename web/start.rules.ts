/** What the build knows of the files of each screen and of the words (`tools/early-start.ts`). */
export type StartPlan = {
  /** Files by the pattern of a path, such as `^/library$`. The first pattern that matches decides. */
  screens: readonly { path: string; parts: readonly string[]; files: readonly string[] }[];
  /** Files of the words by language and part. */
  words: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** Returns the files that this screen needs beside those that every screen needs. */
export function filesOf({ screens, words }: StartPlan, pathname: string, language: string): string[] {
  const screen = screens.find(({ path }) => new RegExp(path).test(pathname));
  const parts = ['first', ...(screen?.parts ?? [])].map((part) => words[language]?.[part]);
  return [...parts.filter((file) => file !== undefined), ...(screen?.files ?? [])];
}

/** Returns the paths of the reads with which this screen begins, for a person who is signed in. */
export function callsOf(pathname: string, search: string, listPageSize: number): string[] {
  const [, id] = /^\/library\/([\w-]+)$/.exec(pathname) ?? [];
  return [
    '/api/auth/me',
    '/api/v1/domain-config',
    ...(pathname === '/library' && search === '' ? [`/api/v1/sessions?page=1&limit=${listPageSize}`] : []),
    ...(id ? [`/api/v1/sessions/${id}`] : []),
  ];
}
