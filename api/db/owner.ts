/** Owner of rows: every query of a person is bound to both fields. */
export type Owner = { host: string; userId: string };
