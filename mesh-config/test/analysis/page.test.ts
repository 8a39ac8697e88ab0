import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diagnosticCodeNames, diagnosticCodes } from '../../src/analysis/codes.ts';

const test = suite('mesh analysis page');

test('the page lists every code with its level and description', () => {
  const page = readFileSync(`${import.meta.dirname}/../../../docs/mesh-config.md`, 'utf8');
  assert.equal(
    page.split('\n').filter((line) => line.startsWith('| IST')),
    diagnosticCodeNames.map((code) => `| ${code} | ${diagnosticCodes[code].level} | ${diagnosticCodes[code].doc} |`),
  );
});
test.run();
