import { config } from 'zod';

// Imported before anything that declares a schema: the validator would otherwise probe for `eval`, which our content
// security policy forbids and reports.
config({ jitless: true });
