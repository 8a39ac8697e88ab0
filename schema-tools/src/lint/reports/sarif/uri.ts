import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where a file is: relative to the folder of the run where it lies in it, else absolute. */
export interface Location { readonly uri: string; readonly uriBaseId?: string }

export const base = 'SRCROOT';

/** Half of a character, which no URI can hold. */
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const encoded = (path: string): string => path.split('/').map((step) => encodeURIComponent(step.replace(lone, '\ufffd'))).join('/');

/** A file name as the findings say it, as a location; everything that has a meaning in a URI is %-encoded. */
export const locationOf = (file: string, folder: string | undefined): Location => {
  const path = file.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '');
  if (/^(?:\/|[A-Za-z]:\/)/.test(path)) return { uri: /^[A-Za-z]:/.test(path) ? `file:///${encoded(path).replace('%3A', ':')}` : pathToFileURL(path).href };
  if (path.split('/').includes('..') && folder !== undefined) return { uri: pathToFileURL(resolve(folder, path)).href };
  return { uri: encoded(path), uriBaseId: base };
};

/** The folder itself, with the slash at the end that a base needs. */
export const folderUri = (folder: string): string => pathToFileURL(folder).href.replace(/\/*$/, '/');
