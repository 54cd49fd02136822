import { z } from 'zod';
import { limits } from './limits.ts';

/** Whatever a client keeps here, by name, up to a size: written as JSON, in UTF-8. */
export const openObjectSchema = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= limits.maxOpenObjectBytes, {
    message: `May have at most ${limits.maxOpenObjectBytes} bytes as JSON.`,
  });
