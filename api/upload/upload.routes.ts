import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { limits } from '#api/contract/limits.ts';
import { adoptedHeader, type UploadList } from '#api/contract/upload.ts';
import { forPhone } from '#api/http/for-phone.ts';
import { AppError } from '#api/lib/error.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { bodyOf } from '#api/http/body.ts';
import { listUploads, sendUpload } from './read-upload.ts';
import { createTusServer } from './tus-server.ts';
import { tusRequests, type TusRequest } from './tus-store.ts';
import type { UploadDeps, UploadingPhones } from './upload-deps.ts';
import { partType, tusVersion, uploadDescriptions } from './upload-descriptions.ts';
import { tusRefusal } from './upload.rules.ts';

// The store counts the bytes itself, and removes what a refused part has written.
const partBody = bodyOf({
  maxBytes: limits.maxPartBytes,
  code: 'upload.part_too_large',
  isStreamed: true,
  isCounted: true,
});

/**
 * Creates the routes for resumable uploads by the tus protocol 1.0 (§10.7). They must be behind the guard, mounted at
 * `path` of the tus server.
 */
export function createUploadRoutes(deps: UploadDeps & UploadingPhones) {
  const handle = createTusHandler(deps);
  // The metadata of an upload names the session. The tus server reads the metadata, so the session is checked there (`checkBeginning`).
  // `finished`: a page that was reloaded after the end of its pairing asks for its upload (HEAD) and begins it again (POST). The answers
  // 404 and 409 tell it that the session has its audio, so that it goes on with `recording-complete`.
  const forBeginningPhone = () => forPhone(() => {}, { finished: ['POST'] });
  const forOwnPhone = (finished: readonly string[] = []) =>
    forPhone((c, phone) => deps.phoneReach.mustHaveUpload(ownerOf(c), phone, c.req.param('id') ?? ''), {
      finished,
    });
  return (
    new Hono<AppEnv>()
      .get('/', uploadDescriptions.list, async (c) => {
        c.header('Cache-Control', 'no-store');
        return c.json<UploadList>(await listUploads(deps, ownerOf(c)));
      })
      .post('/', uploadDescriptions.begin, forBeginningPhone(), partBody, handle)
      .get('/:id', uploadDescriptions.read, forOwnPhone(['HEAD']), (c) =>
        c.req.raw.method === 'HEAD' ? handle(c) : sendUpload(c, deps, ownerOf(c), c.req.param('id')),
      )
      // This route is for the description only, because the framework answers HEAD with the route of GET.
      .on('HEAD', '/:id', uploadDescriptions.offset, forOwnPhone(['HEAD']), handle)
      .patch('/:id', uploadDescriptions.append, forOwnPhone(), partBody, handle)
      .delete('/:id', uploadDescriptions.remove, forOwnPhone(), handle)
      .on('OPTIONS', ['/', '/:id'], handle)
  );
}

/** Returns a handler that lets the tus library answer, and throws what it refused as an error code. */
function createTusHandler(deps: UploadDeps & UploadingPhones) {
  const tus = createTusServer(deps);
  return async (c: Context<AppEnv>): Promise<Response> => {
    c.header('Tus-Resumable', tusVersion);
    if (c.req.method === 'PATCH' && c.req.header('content-type') !== partType)
      throw new AppError('request.media_type');
    const discards = c.req.method === 'DELETE' ? c.req.header('upload-offset') : undefined;
    const request: TusRequest = {
      owner: ownerOf(c),
      phone: c.get('user').phone,
      uploadId: c.req.param('id'),
      maxBytes: c.get('tenant').limits.maxUploadBytes,
      discards: discards === undefined ? null : Number(discards),
      statedBytes: Number(c.req.header('content-length') ?? 0),
    };
    const response = await tusRequests.run(request, () => tus.handleWeb(c.req.raw));
    const failure = c.get('bodyFailure');
    if (failure) throw failure;
    if (request.refusal) {
      const { code, extra } = request.refusal;
      // The adoption is sent in a header as well, because an answer to HEAD has no body.
      if (code === 'upload.adopted') c.header(adoptedHeader, JSON.stringify(extra));
      throw request.refusal;
    }
    if (response.status >= 400) throw tusRefusal(response.status, await response.text());
    return c.newResponse(response.body, response.status as 200, ownHeaders(response.headers));
  };
}

/**
 * Returns the headers without the CORS headers of the library, because pages of other origins may not call this API.
 */
const ownHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !name.startsWith('access-control-')));
