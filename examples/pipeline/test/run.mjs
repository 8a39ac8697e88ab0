// Runs this node's share of the tests and writes what became of them as JUnit: node test/run.mjs reports/junit.xml
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shown, withTax } from '../src/prices.mjs';

const tests = {
  'tax is added': () => assert.equal(withTax(1000, 19), 1190),
  'half a cent is rounded up': () => assert.equal(withTax(50, 1), 51),
  'no tax changes nothing': () => assert.equal(withTax(999, 0), 999),
  'cents have two digits': () => assert.equal(shown(1205), '12.05'),
};

const { CI_NODE_INDEX: index = '0', CI_NODE_TOTAL: total = '1' } = process.env;
const mine = Object.entries(tests).filter((_, at) => at % Number(total) === Number(index));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

let failed = 0;
const cases = mine.map(([name, test]) => {
  const began = performance.now();
  let failure = '';
  try {
    test();
  } catch (error) {
    failed += 1;
    failure = `<failure message="${escaped(error.message)}"/>`;
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(4);
  return `  <testcase classname="prices" name="${escaped(name)}" file="test/run.mjs" time="${seconds}">${failure}</testcase>`;
});

const report = process.argv[2];
mkdirSync(dirname(report), { recursive: true });
writeFileSync(
  report,
  `<?xml version="1.0"?>\n<testsuite name="prices" tests="${mine.length}" failures="${failed}">\n${cases.join('\n')}\n</testsuite>\n`,
);
console.log(`${mine.length - failed} of ${mine.length} passed`);
process.exit(failed === 0 ? 0 : 1);
