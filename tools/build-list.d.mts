export function writeBuildList(pageDir: string): string;
