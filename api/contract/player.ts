import { z } from 'zod';

/** Answer of `GET /api/v1/sessions/{id}/audio-url`. `url` is a path, to be prefixed with the API host. */
export const audioUrlSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() });

/** With `download` the address is for a download, whose file has the name of §5. Otherwise it is for playing. */
export const audioUrlQuerySchema = z.object({ download: z.enum(['1']).optional() });
