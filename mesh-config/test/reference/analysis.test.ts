/** Scenarios that the public reference analyzed; what differs is listed in `analysis-differences.txt` with its reason. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { skipWithReason } from '@slipway/test-support/skip';
import { analyze } from '../../src/analysis/analyze.ts';
import { findAnalysisKind } from '../../src/analysis/collections.ts';
import type { Diagnostic } from '../../src/analysis/diagnostic.ts';
import { parseDocument } from '../../src/resources/documents/parse-document.ts';
import { readResource } from '../../src/resources/documents/read-resource.ts';
import { splitDocuments } from '../../src/resources/documents/split-documents.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { analyzers, createResourceSet } from '../analysis/find-diagnostics.ts';
import { isReferenceThere, readDifferences, reasonOfAbsence, referenceFolder } from './reference-data.ts';

interface Expected {
  readonly messages: readonly { readonly code: string; readonly level: string; readonly resource: string }[];
}

const suiteOf = suite('mesh analysis beside the reference');
const test = isReferenceThere ? suiteOf : skipWithReason(suiteOf, reasonOfAbsence);
const folder = join(referenceFolder, 'analysis');

/** The reference skips documents that it cannot parse, and unknown kinds. */
const readKnown = (text: string): readonly Resource[] =>
  splitDocuments(text).flatMap(({ text: chunk }) => {
    const parsed = parseDocument(chunk);
    const read = 'fault' in parsed ? parsed : readResource(parsed.value, { source: 'mesh.yaml' }, findAnalysisKind);
    return 'resource' in read ? [{ ...read.resource, version: '1' }] : [];
  });

/** `IST0101 Error VirtualService v.yard` */
const formatDiagnostic = ({ code, level, kind, resource }: Diagnostic): string =>
  `${code} ${level} ${kind} ${resource.name.split('/').reverse().join('.')}`;

const analyzeScenario = (name: string): readonly string[] => {
  const meshFile = join(folder, `${name}.mesh`);
  const mesh = existsSync(meshFile) ? (parse(readFileSync(meshFile, 'utf8')) as Record<string, unknown>) : {};
  const options = { hasAutoMutualTls: mesh['enableAutoMtls'] === true, hasDefaultIngress: mesh['ingressControllerMode'] !== 'OFF' };
  const resources = readKnown(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
  return analyze(createResourceSet(resources), analyzers, options).diagnostics.map(formatDiagnostic);
};

test('each scenario has the findings of the reference, but for the differences that are listed', () => {
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Readonly<Record<string, Expected>>;
  const differences = Object.entries(expected).flatMap(([name, { messages }]) => {
    const wanted = new Set(messages.map(({ code, level, resource }) => `${code} ${level} ${resource}`));
    const found = new Set(analyzeScenario(name));
    return [
      ...[...wanted].filter((one) => !found.has(one)).map((one) => `${name}: - ${one}`),
      ...[...found].filter((one) => !wanted.has(one)).map((one) => `${name}: + ${one}`),
    ];
  });
  assert.is(Object.keys(expected).length, 221);
  assert.equal(differences.sort(), [...readDifferences('analysis-differences.txt').keys()].sort());
});
suiteOf('the page names each reason of a difference', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/mesh-config.md'), 'utf8').split('\n');
  const reasons = new Set(readDifferences('analysis-differences.txt').values());
  assert.equal(
    [...reasons].filter((reason) => !page.includes(`- ${reason}`)),
    [],
  );
});
suiteOf.run();
