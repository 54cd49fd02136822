import { z } from 'zod';

/** `GET /api/v1/sessions/{id}/audio-url`: a path, to be prefixed by the API host. */
export const audioUrlSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() });

/** `download`: an address that the browser saves under the name of §5, instead of one that is played. */
export const audioUrlQuerySchema = z.object({ download: z.enum(['1']).optional() });
