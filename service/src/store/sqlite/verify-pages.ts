import { closeSync, openSync, readSync } from 'node:fs';
import { StoreUnavailable } from '../failures.ts';
import { dataFilePath, describeWayBack } from './data-file.ts';
import { findLogNumber } from './judge-folder.ts';
import { pageBytes, type PageSums, readPageSums, sumPage } from './page-sums.ts';
import type { Folder } from './read-folder.ts';

/** The sums of a folder; undefined: it has none, or none of the data file as it is, which another program may have written to. */
export const readKnownSums = (folder: Folder): PageSums | undefined => {
  const { directory, data, mark } = folder;
  if (!data) return undefined;
  if (typeof mark === 'object' && mark.state === 'closed' && (data.isLogged || data.counter !== mark.counter)) return undefined;
  const sums = readPageSums(directory);
  // While a log is moved they are those of the number before, or after: they differ in pages that the log has.
  const ahead = sums.number() - findLogNumber(folder);
  return sums.number() > 0 && (ahead === 0 || ahead === 1) ? sums : undefined;
};

/** Pages that are read at once: 1 MB. */
const portion = 256;

const findChangedPage = (file: string, sums: PageSums, pages: ReadonlySet<number>): number | undefined => {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.alloc(portion * pageBytes);
  const last = sums.lastPage();
  try {
    for (let first = 1; first <= last; first += portion) {
      const size = readSync(descriptor, bytes, 0, bytes.length, (first - 1) * pageBytes);
      for (let page = first; page < first + portion && page <= last; page++) {
        const sum = pages.has(page) ? undefined : sums.get(page);
        const at = (page - first) * pageBytes;
        if (sum !== undefined && (at + pageBytes > size || sum !== sumPage(page, bytes.subarray(at, at + pageBytes)))) return page;
      }
    }
    return undefined;
  } finally {
    closeSync(descriptor);
  }
};

/** Reads the whole data file. Throws StoreUnavailable where a page is not what was moved there, and the log does not have it. */
export const requireUnchangedPages = (folder: Folder): void => {
  const { directory, log } = folder;
  const sums = readKnownSums(folder);
  const page = sums && findChangedPage(dataFilePath(directory), sums, log?.pages ?? new Set());
  if (page === undefined) return;
  throw new StoreUnavailable(
    `the data file ${dataFilePath(directory)} is damaged (page ${page} is not what was written to it): ${describeWayBack(directory)}`,
  );
};
