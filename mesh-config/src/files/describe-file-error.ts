const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  EROFS: 'read-only file system',
};

/** Why a file cannot be opened, in the system's words; undefined for another code. */
export const describeFileError = (code: string | undefined): string | undefined => reasons[code ?? ''];
