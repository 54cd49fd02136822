import { config } from 'zod';

// Import this before any module that declares a schema: zod otherwise probes for `eval`, which the content security policy
// forbids and reports.
config({ jitless: true });
