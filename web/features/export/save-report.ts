import { fileNameOf } from './file-name.rules.ts';
import { ApiError, isAbort, responseToError } from '#web/lib/api-error.ts';
import { apiHeaders } from '#web/lib/http.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { ReportChoice } from './report.rules.ts';

/**
 * Saves a report under the file name that the server gives, and returns that name. `apiFetch` is not used, because its time-out
 * is too short for a long document on a slow connection. Throws `ApiError`.
 */
export async function saveReport(
  sessionId: string,
  { type, format }: ReportChoice,
  signal: AbortSignal,
): Promise<string> {
  const query = new URLSearchParams({ report_type: type, file_type: format });
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/report?${query}`;
  try {
    const fetched = async (headers: Record<string, string>) =>
      fetch(new Request(new URL(path, location.origin), { headers, signal }));
    const headers = await apiHeaders();
    const first = await fetched(headers);
    const response = first.status === 401 ? await fetched(await apiHeaders(headers)) : first;
    if (!response.ok) throw await responseToError(response);
    const name = fileNameOf(response.headers.get('content-disposition')) ?? `session.${format}`;
    saveFile(await response.blob(), name);
    return name;
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error;
    throw new ApiError('network.failed', 0, null, error);
  }
}
