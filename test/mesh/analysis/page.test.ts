import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { codeNames, codes } from '../../../src/mesh/analysis/codes.ts';

const test = suite('mesh analysis page');

test('the page lists every code with its level and what it is about', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../docs/mesh-config.md`, 'utf8');
  assert.equal(page.split('\n').filter((line) => line.startsWith('| IST')), codeNames.map((code) => `| ${code} | ${codes[code].level} | ${codes[code].doc} |`));
});
test.run();
