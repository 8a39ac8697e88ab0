import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reports, type ReportContext } from '../../src/lint/reports/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { sampleContext, sampleFinding } from './findings.ts';

const test = suite('lint reports: sarif');

/** As far as single members are looked at. */
interface Result {
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly baselineState?: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string; readonly index: number };
      };
      readonly logicalLocations?: unknown;
    },
  ];
  readonly partialFingerprints: { readonly [name: string]: string };
  readonly suppressions: unknown;
  readonly fixes?: unknown;
  readonly relatedLocations?: unknown;
}
interface Run {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly semanticVersion: string;
      readonly rules: readonly { readonly id: string }[];
    };
  };
  readonly columnKind: string;
  readonly invocations: readonly unknown[];
  readonly newlineSequences: unknown;
  readonly originalUriBaseIds?: unknown;
  readonly artifacts: unknown;
  readonly properties?: unknown;
  readonly results: readonly Result[];
}
interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly [Run];
}

const log = (findings: readonly Finding[], members: Partial<ReportContext> = {}) =>
  JSON.parse(reports.sarif(findings, sampleContext(members))) as Log;
const run = (...given: Parameters<typeof log>) => log(...given).runs[0];
const result = (members: Partial<Finding>, more: Partial<ReportContext> = {}) => run([sampleFinding(members)], more).results[0]!;

test('the log is of version 2.1.0 and has what the standard asks of a log, a run, a tool and a driver', () => {
  const { $schema, version, runs } = log([]);
  assert.equal(
    [$schema, version, runs.length],
    ['https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json', '2.1.0', 1],
  );
  const { name, version: ours, semanticVersion } = run([]).tool.driver;
  assert.equal([name, ours, semanticVersion], ['slipway-lint', '1.2.3', '1.2.3']);
});
test('columns are UTF-16 units, and lines end in three ways', () => {
  const { columnKind, newlineSequences, invocations } = run([], { folder: '/re po', isComplete: false });
  assert.equal(invocations, [{ executionSuccessful: false, workingDirectory: { uri: 'file:///re%20po/' } }]);
  assert.equal(run([]).invocations, [{ executionSuccessful: true }]);
  assert.equal([columnKind, newlineSequences], ['utf16CodeUnits', ['\r\n', '\n', '\r']]);
});
test('a result without anything special, whole', () => {
  const found = result({});
  const { 'slipwayLint/v1': print } = found.partialFingerprints;
  assert.match(print!, /^[0-9a-f]{32}:1$/);
  assert.equal(found, {
    ruleId: 'deprecated',
    ruleIndex: 0,
    level: 'warning',
    message: { text: 'Write `place`.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'src/a.yaml', uriBaseId: 'SRCROOT', index: 0 },
          region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 },
        },
        logicalLocations: [{ fullyQualifiedName: '/in/city', kind: 'member' }],
      },
    ],
    partialFingerprints: { 'slipwayLint/v1': print },
    suppressions: [],
  });
});
test('every rule is described, with help and its level, and results count by their order', () => {
  const { rules } = run([]).tool.driver;
  assert.equal(
    rules.map(({ id }) => id),
    ['deprecated', 'invalid', 'unknown-field', 'prose-only', 'syntax', 'schema', 'template', 'file', 'ignored-keyword', 'unused-ignore'],
  );
  assert.equal(rules[2], {
    id: 'unknown-field',
    name: 'UnknownField',
    shortDescription: { text: 'Fields that no schema declares, although the schema allows them: often misspelled.' },
    fullDescription: { text: 'Fields that no schema declares, although the schema allows them: often misspelled.' },
    help: {
      text:
        'Fields that no schema declares, although the schema allows them: often misspelled. Set its severity with ' +
        '`rules` in the config file; ignore one place with a comment: slipway-lint-ignore-next-line unknown-field -- reason',
    },
    defaultConfiguration: { enabled: false, level: 'warning' },
  });
  assert.equal(
    ['invalid', 'unused-ignore'].map((rule) => result({ rule }).ruleIndex),
    [1, 9],
  );
  assert.equal(
    (['error', 'warning', 'info'] as const).map((severity) => result({ severity }).level),
    ['error', 'warning', 'note'],
  );
});
test('files are relative to the folder of the run, %-encoded; those outside are absolute', () => {
  const uris = (file: string, folder?: string) => {
    const { artifactLocation } = result({ file }, folder === undefined ? {} : { folder }).locations[0].physicalLocation;
    return [artifactLocation.uri, artifactLocation.uriBaseId];
  };
  assert.equal(uris('./a b/ü#?%.yaml'), ['a%20b/%C3%BC%23%3F%25.yaml', 'SRCROOT']);
  assert.equal(uris('a:b.yaml'), ['a%3Ab.yaml', 'SRCROOT']);
  assert.equal(uris('../x y/b.yaml', '/repo/sub'), ['file:///repo/x%20y/b.yaml', undefined]);
  assert.equal(uris('/else/b.yaml', '/repo'), ['file:///else/b.yaml', undefined]);
  assert.equal(run([], { folder: '/re po' }).originalUriBaseIds, { SRCROOT: { uri: 'file:///re%20po/' } });
  assert.is(run([]).originalUriBaseIds, undefined);
});
test('every file that was looked at is an artifact', () => {
  assert.equal(run([sampleFinding({ file: 'b.json' })], { files: ['a.json', 'b.json'] }).artifacts, [
    { location: { uri: 'a.json', uriBaseId: 'SRCROOT' } },
    { location: { uri: 'b.json', uriBaseId: 'SRCROOT' } },
  ]);
  assert.is(
    run([sampleFinding({ file: 'b.json' })], { files: ['a.json', 'b.json'] }).results[0]!.locations[0].physicalLocation.artifactLocation
      .index,
    1,
  );
});
test('the fingerprint does not depend on the line, and counts what is the same', () => {
  const prints = run([sampleFinding({}), sampleFinding({ line: 9 }), sampleFinding({ pointer: '/b' })]).results.map(
    ({ partialFingerprints }) => partialFingerprints!['slipwayLint/v1']!,
  );
  assert.equal(
    prints.map((print) => print.split(':')[1]),
    ['1', '2', '1'],
  );
  assert.is(prints[0]!.split(':')[0], prints[1]!.split(':')[0]);
  assert.is.not(prints[0]!.split(':')[0], prints[2]!.split(':')[0]);
  assert.is(prints[0], result({ line: 77 }).partialFingerprints['slipwayLint/v1']);
});
test('beside a baseline each says whether it is new; what is known is suppressed from outside', () => {
  assert.equal([result({ baseline: 'new' }).baselineState, result({ baseline: 'new' }).suppressions], ['new', []]);
  assert.equal(
    [result({ baseline: 'known' }).baselineState, result({ baseline: 'known' }).suppressions],
    ['unchanged', [{ kind: 'external', status: 'accepted', justification: 'It is in the baseline.' }]],
  );
  assert.is(result({}).baselineState, undefined);
});
test('what is ignored is there, with what ignores it and why', () => {
  assert.equal(result({ suppressed: { by: 'comment', reason: 'until June' } }).suppressions, [
    { kind: 'inSource', status: 'accepted', justification: 'until June' },
  ]);
  assert.equal(result({ suppressed: { by: 'config' } }).suppressions, [{ kind: 'external', status: 'accepted' }]);
});
test('a rename that is known to be safe is a fix', () => {
  const edit = { line: 2, column: 3, endLine: 2, endColumn: 7, text: '"place"' };
  const found = result({ replacement: 'place', message: 'Old.', edit });
  assert.equal(found.fixes, [
    {
      description: { text: 'Write `place` instead.' },
      artifactChanges: [
        {
          artifactLocation: { uri: 'src/a.yaml', uriBaseId: 'SRCROOT' },
          replacements: [
            { deletedRegion: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 7 }, insertedContent: { text: '"place"' } },
          ],
        },
      ],
    },
  ]);
  assert.is(found.message.text, 'Old. (write `place` instead)');
  assert.is(result({ replacement: 'place' }).fixes, undefined);
});
test('where an alias brings it in again is related', () => {
  assert.equal(result({ related: [{ line: 9, column: 4, endLine: 9, endColumn: 6 }] }).relatedLocations, [
    {
      id: 1,
      physicalLocation: {
        artifactLocation: { uri: 'src/a.yaml', uriBaseId: 'SRCROOT', index: 0 },
        region: { startLine: 9, startColumn: 4, endLine: 9, endColumn: 6 },
      },
      message: { text: 'An alias brings it in again here.' },
    },
  ]);
});
test('the whole document has no name of its own, and what is gone is reported without being a result', () => {
  assert.is(result({ pointer: '' }).locations[0].logicalLocations, undefined);
  const gone = [{ file: 'a', rule: 'r', pointer: '', message: 'm', count: 1 }];
  assert.equal([run([], { gone }).results, run([], { gone }).properties], [[], { goneFromBaseline: gone }]);
});
test.run();
