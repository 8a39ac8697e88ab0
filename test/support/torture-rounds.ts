/** One run of a test file with a seed. `cut`: the time was over before it ended. */
export type TortureOutcome = 'passed' | 'failed' | 'cut';

export interface TortureOptions {
  readonly files: readonly string[];
  /** The seed of the first run; each further run has the next one. */
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly end: number;
  now(): number;
  run(file: string, seed: number): Promise<TortureOutcome>;
  print(line: string): void;
}

export interface TortureResult {
  readonly runs: number;
  /** The commands that repeat what failed. */
  readonly failures: readonly string[];
}

export const repeatCommand = (file: string, seed: number): string => `SEED=${seed} npm test -- ${file}`;

/** The files in another order for each seed. */
export const shuffleFiles = (files: readonly string[], seed: number): readonly string[] => {
  let state = seed >>> 0;
  const rank = new Map(files.map((file) => [file, (state = (Math.imul(state, 1664525) + 1013904223) >>> 0)]));
  return files.toSorted((one, other) => rank.get(one)! - rank.get(other)!);
};

/** Runs all files again and again, each time with another seed, until the time is over. A failure does not end it. */
export const runTortureRounds = async ({ files, seed, end, now, run, print }: TortureOptions): Promise<TortureResult> => {
  const failures: string[] = [];
  let runs = 0;
  while (now() < end && files.length > 0)
    for (const file of shuffleFiles(files, seed + runs)) {
      if (now() >= end) break;
      const own = (seed + runs) % 2 ** 31;
      const outcome = await run(file, own);
      if (outcome === 'cut') break;
      runs++;
      if (outcome === 'passed') {
        print(`ok   ${file}, seed ${own}`);
        continue;
      }
      failures.push(repeatCommand(file, own));
      print(`FAIL ${file}; again: ${repeatCommand(file, own)}`);
    }
  return { runs, failures };
};
