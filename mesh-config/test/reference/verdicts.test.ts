/**
 * Documents that the public reference judged; what differs is listed in `verdict-differences.txt` with its reason. The suite takes every
 * sixteenth mutation, `TORTURE=1` takes all.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { skipWithReason } from '@slipway/test-support/skip';
import { isObject } from '../../src/resources/document-node.ts';
import { compileBuiltinSchemas } from '../../src/resources/schemas/compile-builtin-schemas.ts';
import type { AdmissionReview } from '../../src/validation/reviews/admission-review.ts';
import { reviewRequest } from '../../src/validation/reviews/review-request.ts';
import { isReferenceThere, readDifferences, readLines, reasonOfAbsence, referenceFolder } from './reference-data.ts';

interface Verdict {
  readonly id: string;
  /** null: no answer came, or answers differed. */
  readonly allowed: boolean | null;
  readonly varies?: true;
}
interface Mutation {
  readonly id: string;
  readonly document: unknown;
}

const suiteOf = suite('mesh verdicts beside the reference');
const test = isReferenceThere ? suiteOf : skipWithReason(suiteOf, reasonOfAbsence);
const differences = isReferenceThere ? [...readDifferences('verdict-differences.txt').keys()] : [];
const step = process.env['TORTURE'] ? 1 : 16;

const builtin = await compileBuiltinSchemas();
const clusterKinds = ['MeshPolicy', 'ClusterRbacConfig'];
const isAllowed = (object: unknown): boolean => {
  const { kind, metadata } = (isObject(object) ? object : {}) as { kind?: string; metadata?: { name?: string; namespace?: string } };
  const review = {
    apiVersion: 'admission.k8s.io/v1beta1',
    uid: '1',
    operation: 'CREATE',
    resource: { group: '', version: '', resource: '' },
    name: metadata?.name ?? '',
    namespace: metadata?.namespace ?? (clusterKinds.includes(kind ?? '') ? '' : 'default'),
    object,
  } as AdmissionReview;
  return reviewRequest(review, { schemas: () => new Map(), builtin: () => builtin }).allowed;
};

test('documents with one change are judged alike, but for the differences that are listed', async () => {
  const { mutations } = (await import(join(referenceFolder, 'mutate.mjs'))) as {
    mutations: (all: readonly unknown[]) => Iterable<Mutation>;
  };
  const base = parseAllDocuments(readFileSync(join(referenceFolder, 'base.yaml'), 'utf8')).map((one) => one.toJS() as unknown);
  assert.equal(
    base.filter((document) => !isAllowed(document)),
    [],
  );
  const verdicts = readLines<Verdict>('verdicts.ndjson');
  const [found, expected]: [string[], string[]] = [[], []];
  let index = 0;
  for (const { id, document } of mutations(base)) {
    const verdict = verdicts[index++]!;
    assert.is(verdict.id, id);
    if (verdict.varies || index % step !== 0) continue;
    if (differences.includes(id)) expected.push(id);
    if (isAllowed(document) !== (verdict.allowed === true)) found.push(id);
  }
  assert.is(index, 11_967);
  assert.equal(found, expected);
});
test('documents that were written for one rule are judged alike, but for the differences that are listed', () => {
  const documents = readLines<Verdict & Mutation>('hand.ndjson');
  assert.is(documents.length, 1_430);
  assert.equal(
    documents.filter(({ document, allowed }) => isAllowed(document) !== (allowed === true)).map(({ id }) => id),
    documents.map(({ id }) => id).filter((id) => differences.includes(id)),
  );
});
suiteOf('the page names each reason of a difference', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/mesh-config.md'), 'utf8').split('\n');
  const reasons = new Set(readDifferences('verdict-differences.txt').values());
  assert.equal(
    [...reasons].filter((reason) => !page.includes(`- ${reason}`)),
    [],
  );
});
suiteOf.run();
