import type { AnyRouter } from '@tanstack/react-router';
import { log } from '#web/lib/log.ts';
import { keepIncoming } from '#web/parts/incoming/incoming-files.ts';

type LaunchParams = { files?: readonly Pick<FileSystemFileHandle, 'getFile'>[] };
type LaunchQueue = { setConsumer(consumer: (params: LaunchParams) => void): void };

/**
 * Takes files that the file manager of the device opens with the installed app (Web App Launch Handler API). They wait on this
 * device, because the person may have to sign in first.
 */
export function takeLaunchedFiles(router: Pick<AnyRouter, 'navigate'>): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void take(files, router);
  });
}

async function take(
  handles: readonly Pick<FileSystemFileHandle, 'getFile'>[],
  router: Pick<AnyRouter, 'navigate'>,
): Promise<void> {
  try {
    await keepIncoming(await Promise.all(handles.map((handle) => handle.getFile())));
    await router.navigate({ href: '/create?start=file' });
  } catch (error) {
    log.warn('shell: a file cannot be opened', { error: String(error) });
    await router.navigate({ href: '/create?start=file&problem=not_stored' });
  }
}
