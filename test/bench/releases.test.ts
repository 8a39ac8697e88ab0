/** The figures of a release: bench/releases has them, and docs/bench.md the newest ones. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readReleasePage, readTable, releasePlace, renderRelease } from '../../bench/parts/releases/release-page.ts';
import { releaseFigures } from '../../bench/parts/releases/release-figures.ts';
import { newestVersion, readNewestRelease, type ReleaseRecord, updateRecord } from '../../bench/parts/releases/release-record.ts';

const test = suite('figures of releases');

test('docs/bench.md has the figures of the newest release', () => {
  assert.is(readTable(readReleasePage(), releasePlace), renderRelease(readNewestRelease(), releaseFigures));
});
test('a ratio is the value divided by the divisor, and each figure has its command, its date and its machine', () => {
  const { figures } = readNewestRelease();
  assert.ok(figures.length > 0);
  const titles = releaseFigures.map(({ title }) => title);
  for (const { title, command, value, unit, divisor, ratio, date, machine } of figures) {
    const factor = unit === divisor.unit ? 1 : 1000;
    assert.ok(Math.abs(ratio / (divisor.value === null ? value : (value * factor) / divisor.value) - 1) < 0.006, title);
    assert.match(command, /^npm run bench -- [a-z-]+$/);
    assert.match(date, /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    assert.ok(machine.includes('cores') && titles.includes(title), title);
  }
});
test('the newest version is that of the largest numbers', () => {
  assert.is(newestVersion(['0.9.0', '0.10.0', '0.2.1']), '0.10.0');
});

const definition = (title: string, part: string) => ({ title, part, figure: `${title} of us`, divisor: 'Node', goal: '≤ 5 ms' });
const definitions = [definition('start', 'start'), definition('read', 'service'), definition('list', 'service')];
const former: ReleaseRecord = {
  release: '0.1.0',
  figures: [
    {
      title: 'read',
      command: 'npm run bench -- service',
      value: 9,
      unit: 'ms',
      divisor: { title: 'Node', value: 3, unit: 'ms' },
      ratio: 3,
      date: '2026-11-28 20:42 UTC',
      machine: '2 cores',
    },
  ],
};
const place = { date: '2026-11-29 23:00 UTC', machine: '4 cores' };
const started = {
  title: 'start',
  command: 'npm run bench -- start',
  value: 1.5,
  unit: 's',
  divisor: { title: 'Node', value: 20, unit: 'ms' },
  ratio: 75,
  date: '2026-11-29 23:00 UTC',
  machine: '4 cores',
};
test('a run of one part leaves the figures of the others as they are', () => {
  const measured = new Map([
    [
      'start',
      [
        { title: 'start of us', unit: 's', samples: [1, 2] },
        { title: 'Node', unit: 'ms', samples: [20, 20, 30] },
      ],
    ],
  ] as const);
  assert.equal(updateRecord(former, definitions, measured, place).figures, [started, ...former.figures]);
});
test('what was measured without its divisor changes nothing', () => {
  const measured = new Map([['service', [{ title: 'read of us', unit: 'ms', samples: [1] }]]] as const);
  assert.equal(updateRecord(former, definitions, measured, place), former);
});
test('the page says what was not measured', () => {
  assert.is(
    renderRelease(former, definitions),
    `
| what | goal | median | divided by | ratio | measured |
|---|---|---|---|---|---|
| read | ≤ 5 ms | 9 ms | Node: 3 ms | **3** | 2026-11-28 20:42 UTC |

Release 0.1.0. Not measured against what stands beside it so far: start (\`npm run bench -- start --write\`); list \
(\`npm run bench -- service --write\`).

Measured on 2 cores.

`,
  );
});
test.run();
