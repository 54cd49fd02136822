import { z } from 'zod';

/** `GET /api/v1/sessions/{id}/audio-url`: a path, to be prefixed with the API host. */
export const audioUrlSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() });

/** `download`: the address of a download with the name of §5, instead of one to play. */
export const audioUrlQuerySchema = z.object({ download: z.enum(['1']).optional() });
