/** Without this zod tests whether `eval` works, which the content security policy forbids and reports. */
export const schemaMode = { jitless: true };

// zod keeps its configuration in this global, so that it can be set before zod is loaded: the first screens do without zod.
const page = globalThis as { __zod_globalConfig?: object };
page.__zod_globalConfig = Object.assign(page.__zod_globalConfig ?? {}, schemaMode);
