/** The message of Node.js for an error of the file system: `EACCES: permission denied, open '/x'`. */
const fileMessage = /^(E[A-Z0-9]+): ([^,]+), \w+/;

/** Why the operating system refuses a file: `permission denied (EACCES)`; undefined for other errors. */
export function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, code, reason] = fileMessage.exec(error.message) ?? [];
  return code === undefined ? undefined : `${reason} (${code})`;
}
