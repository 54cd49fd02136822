/** Whose rows a query may see: every query of a person is bound to both. */
export type Owner = { host: string; userId: string };
