/** `EACCES: permission denied, open '/x'`, as Node writes what the operating system says of a file. */
const fileMessage = /^(E[A-Z0-9]+): ([^,]+), \w+/;

/** Why the operating system refuses a file: `permission denied (EACCES)`; undefined for other errors. */
export function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, code, reason] = fileMessage.exec(error.message) ?? [];
  return code === undefined ? undefined : `${reason} (${code})`;
}
