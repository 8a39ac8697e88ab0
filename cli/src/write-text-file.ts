import { writeFileSync, type WriteFileOptions } from 'node:fs';

/** Writes a file. Its errors name it, also those of a full device, which the operating system reports without a name. */
export function writeTextFile(file: string, text: string, options?: WriteFileOptions): void {
  try {
    writeFileSync(file, text, options);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}
