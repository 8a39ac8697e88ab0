/**
 * What this checkout costs beside a commit: `npm run bench -- compare COMMIT [--threshold PERCENT] [--rounds N]`. Checks the commit out to
 * a temporary folder, builds both, and measures them in turn. Ends with 1 where this one is slower in something, and with 2 where it cannot
 * compare.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usualSizes } from './parts/pairs/compare-checkouts.ts';
import { buildCheckout, checkOutCommit } from './parts/pairs/commit-checkout.ts';
import { reportComparison } from './parts/pairs/report-comparison.ts';
import { reportProgress } from './parts/run-standalone.ts';

const own = join(import.meta.dirname, '..');

const readArguments = (args: readonly string[]): { readonly commit: string; readonly threshold: number; readonly rounds: number } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { threshold: { type: 'string', default: '5' }, rounds: { type: 'string', default: String(usualSizes.rounds) } },
  });
  const [commit, ...more] = positionals;
  const threshold = Number(values.threshold) / 100;
  if (commit === undefined || more.length > 0)
    throw new Error('name one commit: npm run bench -- compare COMMIT [--threshold PERCENT] [--rounds N]');
  if (!(threshold >= 0)) throw new Error(`--threshold is a number of percent, not ${values.threshold}`);
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error(`--rounds is a number of rounds, not ${values.rounds}`);
  return { commit, threshold, rounds };
};

/** What the process is to end with, at once: what it started may still run. */
export const compareWithCommit = async (args: readonly string[]): Promise<number> => {
  try {
    const { commit, threshold, rounds } = readArguments(args);
    const other = await checkOutCommit(own, commit);
    reportProgress(`builds ${commit} and this checkout`);
    for (const folder of [other, own]) await buildCheckout(folder);
    return await reportComparison({ other, own }, threshold, { ...usualSizes, rounds, starts: Math.ceil(rounds * 2.5) });
  } catch (error) {
    console.error(`bench compare: ${(error as Error).message}`);
    return 2;
  }
};
