/**
 * All chance in tests comes from here, as the same numbers in every run of the suite, so that chance never decides
 * whether a change lands. Under torture the seed is another one each time; it is printed with the command that repeats it,
 * and `SEED=…` sets it.
 */
import { relative } from 'node:path';
import * as fc from 'fast-check';
import { runs, torture } from './scale.ts';

export * as fc from 'fast-check';

const usual = 20_261_122;
export const seed = Number(process.env['SEED'] ?? (torture ? Date.now() % 2 ** 31 : usual));

/** The test file that runs, by its source or by its bundle: a process may run several, one after the other. */
const findFile = (): string =>
  relative(process.cwd(), process.argv[1] ?? '')
    .replaceAll('\\', '/')
    .replace(/^dist\/tests\//, '')
    .replaceAll('~', '/')
    .replace(/\.js$/, '.ts');
/** The command that does the same again. */
export const describeRepeat = (): string =>
  [...(torture ? ['TORTURE=1'] : []), ...(seed === usual ? [] : [`SEED=${seed}`]), `npm test -- ${findFile()}`].join(' ');
if (seed !== usual) console.log(`seed ${seed}; again: ${describeRepeat()}`);

/** A source of whole numbers below what is asked for; the same for the same seed. */
export const numbers = (from: number = seed): ((below: number) => number) => {
  let state = from >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

fc.configureGlobal({
  seed,
  numRuns: runs(100),
  reporter: (details) => {
    if (!details.failed) return;
    throw new Error(`${fc.defaultReportMessage(details)}\nagain: ${describeRepeat()}`, { cause: details.errorInstance });
  },
});

/**
 * Any character but halves of surrogate pairs, as the unit of a `fc.string`. It is the library's `binary`, for which each process first
 * makes a table of a million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800));
