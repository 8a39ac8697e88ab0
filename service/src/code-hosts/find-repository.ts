import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `acme/web`, or with more levels. No level begins with a dot, so that none leaves the folder or is git's own. */
const identifierPattern = /^[A-Za-z0-9_~][A-Za-z0-9_.~ -]*(?:\/[A-Za-z0-9_~][A-Za-z0-9_.~ -]*){0,9}$/;

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The repository of this name in the operator's folder: `<folder>/acme/web.git`, or `<folder>/acme/web`. Undefined: there is none. */
export const findRepository = async (folder: string, identifier: string): Promise<string | undefined> => {
  if (!identifierPattern.test(identifier)) return undefined;
  const path = join(folder, identifier);
  return (await isFolder(`${path}.git`)) ? `${path}.git` : (await isFolder(path)) ? path : undefined;
};
