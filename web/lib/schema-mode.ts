import { config } from 'zod';

// Import this module before any module that declares a schema. Otherwise zod tests whether `eval` works, which the
// content security policy forbids and reports.
config({ jitless: true });
