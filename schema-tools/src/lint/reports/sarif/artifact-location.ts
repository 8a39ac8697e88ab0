import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The location of a file: relative to the folder of the run if inside it, otherwise absolute. */
export interface ArtifactLocation {
  readonly uri: string;
  readonly uriBaseId?: string;
}

export const uriBase = 'SRCROOT';

/** Half of a character, which no URI can hold. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const encodePath = (path: string): string =>
  path
    .split('/')
    .map((step) => encodeURIComponent(step.replace(loneSurrogate, '\ufffd')))
    .join('/');

/** A file name of a finding as a location; characters with a meaning in a URI are %-encoded. */
export const artifactLocation = (file: string, folder: string | undefined): ArtifactLocation => {
  const path = file.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
  if (/^(?:\/|[A-Za-z]:\/)/.test(path))
    return { uri: /^[A-Za-z]:/.test(path) ? `file:///${encodePath(path).replace('%3A', ':')}` : pathToFileURL(path).href };
  if (path.split('/').includes('..') && folder !== undefined) return { uri: pathToFileURL(resolve(folder, path)).href };
  return { uri: encodePath(path), uriBaseId: uriBase };
};

/** The folder itself, with the slash at the end that a base needs. */
export const folderUri = (folder: string): string => pathToFileURL(folder).href.replace(/\/*$/, '/');
