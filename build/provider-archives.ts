import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createZip } from './zip.ts';

/** The zip archive of a folder with the provider: what an engine unpacks. */
export const zipFolder = (folder: string): Buffer =>
  createZip(
    readdirSync(folder).map((name) => {
      const file = join(folder, name);
      return { name, content: readFileSync(file), mode: statSync(file).mode & 0o777 };
    }),
  );
