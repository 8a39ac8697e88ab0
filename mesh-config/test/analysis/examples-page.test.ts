import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { diagnosticCodeNames, diagnosticCodes } from '../../src/analysis/codes.ts';
import { findDiagnostics } from './find-diagnostics.ts';

const test = suite('mesh analysis: the page of findings');
const page = readFileSync(`${import.meta.dirname}/../../../docs/mesh-analysis.md`, 'utf8');

/** By code: its level and description, and its two examples. */
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [code = ''] = section.split('\n', 1);
    const [reported = '', other = ''] = [...section.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text);
    return { code, about: section.split('\n')[2] ?? '', reported, other };
  });

test('every code but IST0001 has a section with its level and description', () => {
  assert.equal(
    sections.map(({ code }) => code),
    diagnosticCodeNames.filter((code) => code !== 'IST0001'),
  );
  for (const { code, about } of sections) {
    const { level, doc } = diagnosticCodes[code as keyof typeof diagnosticCodes];
    assert.ok(about.startsWith(`${level}. ${doc} `), `${code}: ${about}`);
  }
});
for (const { code, reported, other } of sections)
  test(`${code} is found in its first example and not in its second`, () => {
    assert.ok(findDiagnostics(reported, code as 'IST0101').length > 0, 'the first example');
    assert.equal(findDiagnostics(other, code as 'IST0101'), []);
  });
test.run();
