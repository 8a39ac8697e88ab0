/** How much `scale.ts` measures; `BENCH_SMALL=1` tries it in a minute or two, with figures that say nothing. */
const isSmall = process.env['BENCH_SMALL'] === '1';

export const sizes = isSmall
  ? {
      rounds: 1,
      creates: 300,
      reads: 900,
      variableSets: 100,
      workspaces: 2000,
      lists: 20,
      listsAfterWrites: 10,
      starts: 1,
      pgbenchSeconds: 1,
    }
  : {
      rounds: 5,
      creates: 4000,
      reads: 12_000,
      variableSets: 1000,
      workspaces: 100_000,
      lists: 200,
      listsAfterWrites: 100,
      starts: 5,
      pgbenchSeconds: 5,
    };
