import { pathToFileURL } from 'node:url';
import type { Measure } from './figure.ts';
import { table } from './table.ts';

/** Says on stderr what goes on. */
export const progress = (words: string): void => { process.stderr.write(`${words}\n`); };

/** Lets a file of measures run by itself: `tsx bench/start.ts`. */
export const alone = async (meta: ImportMeta, measure: Measure): Promise<void> => {
  if (meta.url !== pathToFileURL(process.argv[1] ?? '').href) return;
  console.log(table(await measure(progress)));
};
