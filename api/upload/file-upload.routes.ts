import { Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '#api/http/app-env.ts';
import { fileUploadResponseSchema } from '#api/contract/upload.ts';
import { describe, fileSchema } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import { bodyOf } from '#api/http/body.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { receiveFile } from './receive-file.ts';
import type { UploadDeps } from './upload-deps.ts';
import { checkQuota } from './upload.rules.ts';
import { audioKey } from '#api/storage/audio-store.ts';

// Room for fields, boundaries and headers around the file.
const maxEnvelopeBytes = 1_000_000;

const named = z.string().describe('In place of what the part itself says.');

/**
 * Creates the route `POST /api/v1/sessions/{id}/file-upload` (§7), for API clients. It must be behind the guard. The
 * file is streamed to disk.
 */
export const createFileUploadRoutes = ({ storage, uploads, quota, sessions }: UploadDeps) =>
  new Hono<AppEnv>().post(
    '/:id/file-upload',
    describe(
      'upload',
      'Send a file in one request, field `file`',
      { 200: { schema: fileUploadResponseSchema } },
      {
        guarded: true,
        body: {
          media: 'multipart/form-data',
          fields: { file: fileSchema, file_name: named, file_type: named },
          required: ['file'],
        },
        errors: [
          'session.not_found',
          'upload.no_file',
          'upload.empty',
          'upload.one_file',
          'upload.already_complete',
          'upload.too_many',
          'upload.too_large',
          'upload.disk_full',
          'upload.quota_exceeded',
        ],
      },
    ),
    bodyOf({
      maxBytes: (c) => c.get('tenant').limits.maxUploadBytes + maxEnvelopeBytes,
      code: 'upload.too_large',
      isStreamed: true,
    }),
    async (c) => {
      const owner = ownerOf(c);
      const maxBytes = c.get('tenant').limits.maxUploadBytes;
      const session = orNotFound(await sessions.find(owner, c.req.param('id')));
      if (await sessions.audioOf(session.id)) throw new AppError('upload.already_complete');
      await uploads.mustHaveRoom(owner, session.id);
      const { body } = c.req.raw;
      if (!body) throw new AppError('upload.no_file');
      checkQuota(await quota.find(owner), 1);
      const reservation = await quota.reserve(owner);
      const allowed = { bytes: maxBytes, code: 'upload.too_large', reservation } as const;
      const id = newId();
      const key = audioKey(id);
      try {
        // The whole body is reserved at once if it fits. Otherwise parallel requests would count on the same free
        // bytes.
        await reservation.setAside(Number(c.req.header('content-length') ?? 0));
        const { bytes, sha256, fileName, fileType } = await receiveFile({
          body,
          contentType: c.req.header('content-type') ?? '',
          allowed,
          storage,
          key,
        });
        const metadata = { session_id: session.id, file_name: fileName, file_type: fileType };
        await reservation.keep(bytes, () =>
          uploads.create(owner, { id, metadata, length: bytes, offset: bytes, maxBytes }),
        );
        return c.json({ bytes, sha256 });
      } catch (error) {
        await storage.remove(key);
        throw error;
      } finally {
        reservation.end();
      }
    },
  );
