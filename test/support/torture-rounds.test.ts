import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runTortureRounds, type TortureOutcome } from './torture-rounds.ts';

const test = suite('torture for some minutes');

/** Each run takes one minute of a clock that stands otherwise. */
const torture = async (minutes: number, outcome: (file: string, seed: number) => TortureOutcome) => {
  let now = 0;
  const asked: (readonly [string, number])[] = [];
  const printed: string[] = [];
  const result = await runTortureRounds({
    files: ['a.test.ts', 'b.test.ts', 'c.test.ts'],
    seed: 7,
    end: minutes,
    now: () => now,
    run: async (file, seed) => {
      asked.push([file, seed]);
      now++;
      return outcome(file, seed);
    },
    print: (line) => void printed.push(line),
  });
  return { ...result, asked, printed };
};

test('every file runs again and again, each time with another seed, until the time is over', async () => {
  const { runs, failures, asked } = await torture(7, () => 'passed');
  assert.equal([runs, failures], [7, []]);
  assert.equal(
    asked.map(([, seed]) => seed),
    [7, 8, 9, 10, 11, 12, 13],
  );
  for (const start of [0, 3])
    assert.equal(
      asked
        .slice(start, start + 3)
        .map(([file]) => file)
        .sort(),
      ['a.test.ts', 'b.test.ts', 'c.test.ts'],
    );
});
test('a failure is printed with the command that repeats it, and the others continue', async () => {
  const { runs, failures, printed } = await torture(3, (_, seed) => (seed === 8 ? 'failed' : 'passed'));
  const [file] = (await torture(3, () => 'passed')).asked[1]!;
  assert.equal([runs, failures], [3, [`SEED=8 npm test -- ${file}`]]);
  assert.equal(
    printed.filter((line) => line.startsWith('FAIL')),
    [`FAIL ${file}; again: SEED=8 npm test -- ${file}`],
  );
  assert.is(printed.length, 3);
});
test('a run that the end of the time cuts off is no failure', async () => {
  const { runs, failures } = await torture(2, (_, seed) => (seed === 8 ? 'cut' : 'passed'));
  assert.equal([runs, failures], [1, []]);
});

test.run();
