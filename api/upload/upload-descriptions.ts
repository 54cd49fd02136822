import { adoptedHeader, uploadListSchema } from '#api/contract/upload.ts';
import { describe, rangeRequest } from '#api/http/describe.ts';

export const tusVersion = '1.0.0';
/** Media type of a part. */
export const partType = 'application/offset+octet-stream';
const octets = 'application/octet-stream';
const tusHeader = { 'Tus-Resumable': tusVersion };
const offset = { 'Upload-Offset': 'Bytes that are there.' };
const length = 'Bytes of the whole; may come with a later part.';
const deferred = '1 while the length is not known.';
const metadata = 'Pairs of key and base64: session_id, file_name, file_type, mode.';

const guarded = true;
const missing = ['upload.not_found', 'upload.adopted'] as const;

/** What `/api/openapi.json` says of the routes of uploads. */
export const uploadDescriptions = {
  list: describe(
    'upload',
    'Uploads that nobody has completed yet',
    { 200: { schema: uploadListSchema } },
    { guarded },
  ),

  begin: describe(
    'upload',
    'Begin a resumable upload (tus 1.0)',
    { 201: { description: 'Begun.', headers: { ...tusHeader, Location: 'The upload.' } } },
    {
      guarded,
      // The first part may come with this request.
      body: { media: partType, isOptional: true },
      headers: {
        ...tusHeader,
        'Upload-Length': length,
        'Upload-Defer-Length': deferred,
        'Upload-Metadata': metadata,
      },
      errors: [
        'session.not_found',
        'upload.already_complete',
        'upload.too_many',
        'upload.too_large',
        'upload.part_too_large',
        'upload.disk_full',
        'upload.quota_exceeded',
      ],
    },
  ),

  read: describe(
    'upload',
    'The bytes of an upload that are there so far, or a range of them',
    {
      200: { media: octets },
      206: { media: octets, description: 'Content-Range ends with /* while the length is open.' },
      416: { description: 'The range begins behind what is there: Content-Range: bytes */offset.' },
    },
    { guarded, errors: missing, headers: { Range: rangeRequest.Range } },
  ),

  offset: describe(
    'upload',
    'How much of an upload is there (tus 1.0)',
    {
      200: {
        description: `410: ${adoptedHeader}, as in the body of GET.`,
        headers: { ...tusHeader, ...offset, 'Upload-Length': length, 'Upload-Defer-Length': deferred },
      },
    },
    { guarded, errors: missing, headers: tusHeader },
  ),

  append: describe(
    'upload',
    'Append a part of at most 8 MB',
    { 204: { description: 'Appended.', headers: { ...tusHeader, ...offset } } },
    {
      guarded,
      headers: { ...tusHeader, ...offset, 'Upload-Length': length },
      body: { media: partType },
      errors: [
        ...missing,
        'upload.offset_conflict',
        'upload.part_too_large',
        'upload.too_large',
        'upload.disk_full',
        'upload.quota_exceeded',
      ],
    },
  ),

  remove: describe(
    'upload',
    'Give an upload up; with Upload-Offset only where no other bytes of it are there',
    { 204: { description: 'Removed.', headers: tusHeader } },
    { guarded, headers: { ...tusHeader, ...offset }, errors: [...missing, 'upload.offset_conflict'] },
  ),
};
