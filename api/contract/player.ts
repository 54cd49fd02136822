import { z } from 'zod';

/** `GET /api/v1/sessions/{id}/audio-url`: a path, to be prefixed by the API host. */
export const audioUrlSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() });
