import { pathToFileURL } from 'node:url';
import type { Measure } from './figure.ts';
import { figureTable } from './table.ts';

/** Reports progress on stderr. */
export const reportProgress = (words: string): void => {
  process.stderr.write(`${words}\n`);
};

/** Lets a file of measures run by itself: `tsx bench/start.ts`. */
export const runStandalone = async (meta: ImportMeta, measure: Measure): Promise<void> => {
  if (meta.url !== pathToFileURL(process.argv[1] ?? '').href) return;
  console.log(figureTable(await measure(reportProgress)));
};
