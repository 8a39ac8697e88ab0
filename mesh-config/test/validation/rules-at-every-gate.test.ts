import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describedRules } from '../../src/resources/rules/described/index.ts';
import { rulesByCollection } from '../../src/resources/rules/index.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';
import { judgeAtEveryGate, type MeshDocument } from './every-gate.ts';
import { sentencesOfRules } from './sentences-of-rules.ts';

const test = suite('mesh rules: documents at every gate');

interface Case {
  readonly rule: string;
  readonly valid: boolean;
  readonly document: MeshDocument;
}
/** Documents by rule, each written by hand. */
const cases = readFileSync(join(import.meta.dirname, '../resources/rules/corpus.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

const verdicts = cases.map(({ document }) => judgeAtEveryGate(document));

test('each rule has five documents that obey it, and five that do not', () => {
  const few = describedRules.filter(({ name }) =>
    [true, false].some((valid) => cases.filter((one) => one.rule === name && one.valid === valid).length < 5),
  );
  assert.equal(
    few.map(({ name }) => name),
    [],
  );
  const known = new Set(describedRules.map(({ name }) => name));
  assert.equal(
    cases.filter(({ rule }) => !known.has(rule)),
    [],
  );
});
test('each sentence that a rule says is said of one of them', () => {
  const said = verdicts.map(({ message }) => message).join('\n');
  assert.ok(sentencesOfRules.length > 180, String(sentencesOfRules.length));
  assert.equal(
    sentencesOfRules.filter(([, sentence]) => !said.includes(sentence)),
    [],
  );
});
test('each kind that has rules has described ones', () => {
  const described = new Set(describedRules.flatMap((rule) => rule.kinds));
  const ruled = kinds.filter(({ collection }) => Object.hasOwn(rulesByCollection, collection)).map(({ kind }) => kind);
  assert.equal(
    ruled.filter((kind) => !described.has(kind)),
    [],
  );
});
for (const { name } of describedRules)
  test(`${name}: what one gate refuses, all refuse`, () => {
    for (const [index, { rule, valid, document }] of cases.entries()) {
      if (rule !== name) continue;
      const text = JSON.stringify(document);
      const { webhook, message, analysis, file, cluster } = verdicts[index]!;
      assert.is(webhook, valid, `${text}: ${message}`);
      if (analysis !== undefined) assert.is(analysis, valid, text);
      assert.is(file, cluster, text);
      if (valid) assert.ok(file, text);
    }
  });

test('a name at the top that a document cannot have: every gate that refuses tells it', () => {
  const metadata = { name: 'probe', namespace: 'yard' };
  for (const [document, message] of [
    [
      { apiVersion: 'networking.istio.io/v1alpha3', kind: 'DestinationRule', metadata, spec: { host: 'a' }, data: {} },
      'unknown field "data" on DestinationRule resource yard/probe',
    ],
    [
      { apiVersion: 'security.istio.io/v1beta1', kind: 'AuthorizationPolicy', metadata, Spec: { rules: [] } },
      'unknown field "Spec" on AuthorizationPolicy resource yard/probe',
    ],
    [{ apiVersion: 'networking.istio.io/v1alpha3', kind: 'DestinationRule', metadata, spec: { host: 'a' }, status: {} }, ''],
  ] as readonly (readonly [MeshDocument & Readonly<Record<string, unknown>>, string])[]) {
    const { webhook, message: told, analysis } = judgeAtEveryGate(document);
    assert.equal([webhook, told ?? '', analysis], [message === '', message, message === '']);
  }
});

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };
/** The paths of all values of a document, outermost first. */
const pathsOf = (value: Plain, path: readonly string[] = []): readonly (readonly string[])[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pathsOf(inner as Plain, [...path, name]))
    : []),
];
const valueAt = (value: Plain, path: readonly string[]): Plain =>
  path.reduce<Plain>((at, name) => (at as Record<string, Plain>)[name]!, value);
const replaceAt = (value: Plain, [name, ...rest]: readonly string[], by: Plain): Plain => {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((item: Plain, index) => (String(index) === name ? replaceAt(item, rest, by) : item));
  const members = value as Readonly<Record<string, Plain>>;
  return { ...members, [name]: replaceAt(members[name]!, rest, by) };
};
/** A part of another document of the kind at a place where its name stands, or else anywhere: plausible, and often wrong. */
const mixDocuments = (document: MeshDocument, from: MeshDocument, seeds: readonly [number, number]): MeshDocument => {
  const [spec, other] = [document.spec, from.spec] as Plain[];
  const places = pathsOf(spec ?? null);
  const place = places[seeds[0] % places.length]!;
  const parts = pathsOf(other ?? null);
  const alike = parts.filter((path) => path.at(-1) === place.at(-1));
  const chosen = alike.length > 0 ? alike : parts;
  return { ...document, spec: replaceAt(spec ?? null, place, valueAt(other ?? null, chosen[seeds[1] % chosen.length]!)) };
};

test('mixed documents: no gate fails, none disagrees', () => {
  const byKind = new Map<string, MeshDocument[]>();
  for (const { document } of cases) byKind.set(document.kind, [...(byKind.get(document.kind) ?? []), document]);
  const any = fc.nat({ max: 1_000_000 });
  let [allowed, refused] = [0, 0];
  fc.assert(
    fc.property(any, any, any, fc.array(fc.tuple(any, any), { minLength: 1, maxLength: 3 }), (kind, first, second, places) => {
      const others = [...byKind.values()][kind % byKind.size]!;
      const document = places.reduce(
        (mixed, seeds) => mixDocuments(mixed, others[second % others.length]!, seeds),
        others[first % others.length]!,
      );
      const { webhook, analysis, file, cluster } = judgeAtEveryGate(document);
      if (analysis !== undefined) assert.is(webhook, analysis, JSON.stringify(document));
      assert.is(file, cluster, JSON.stringify(document));
      if (webhook) assert.ok(file, JSON.stringify(document));
      if (webhook) allowed += 1;
      else refused += 1;
    }),
    { numRuns: runs(300) },
  );
  assert.ok(allowed > 40 && refused > 40, `${allowed} allowed, ${refused} refused`);
});
test.run();
