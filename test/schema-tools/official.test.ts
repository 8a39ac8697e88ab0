import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { annotations, isValid } from '../../schema-tools/src/legacy.ts';
import { skipping } from '../support/skip.ts';
import { cases, read, remotes, suiteFolder } from './official.ts';

const folder = suiteFolder();
const validation = suite('official suite, validation');
const annotating = suite('official suite, annotations');
const none = 'the official suite is not at hand: set JSON_SCHEMA_TEST_SUITE to its folder';

/** Files whose cases are about something this evaluator does not do, each with its reason. */
const left: { readonly [file: string]: string } = { vocabulary: 'a meta-schema of one\'s own is refused as an unknown dialect, until dialects are read from meta-schemas' };

const metaschemas = async (): Promise<{ [uri: string]: unknown }> => {
  const names = ['schema', 'meta/applicator', 'meta/content', 'meta/core', 'meta/format-annotation', 'meta/format-assertion', 'meta/meta-data', 'meta/unevaluated', 'meta/validation'];
  const folder = new URL('./', import.meta.resolve('@hyperjump/json-schema/draft-2020-12'));
  const all = await Promise.all(names.map(async (name) => ((await import(new URL(`${name}.js`, folder).href)) as { default: { $id: string } }).default));
  return Object.fromEntries(all.map((schema) => [schema.$id, schema]));
};

/** The dialects a case is for: `6,<=2019`, `=2020`, `9999`. */
const isFor2020 = (compatibility: string | undefined): boolean => (compatibility ?? '').split(',').filter(Boolean).every((part) => {
  const [, operator, release] = /^(<=|>=|=)?(\d+)$/.exec(part) as unknown as [string, string | undefined, string];
  const year = Number(release);
  return operator === '=' ? year === 2020 : operator === '<=' ? 2020 <= year : 2020 >= year;
});

/** The suite names places by a pointer from the document's root, also those inside embedded resources, which have a URI of their own here. */
const inDocument = (schema: any, place: string): unknown =>
  (place.startsWith('#') ? decodeURIComponent(place.slice(1)).split('/').slice(1).reduce((value, step) => value?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], schema) : undefined);

if (folder === undefined) {
  skipping(validation, none)('validates as the official suite says', () => {});
  skipping(annotating, none)('annotates as the official suite says', () => {});
} else {
  const meta = await metaschemas();
  const all = remotes(folder, 'draft2020-12');
  const usable = Object.fromEntries(Object.entries(all).filter(([, schema]) => !JSON.stringify(schema).includes('"$vocabulary"') && !/draft(-0|\/2019)/.test(JSON.stringify(schema))));
  const schemas = { ...meta, ...usable };
  for (const { file, cases: group } of cases(folder, 'draft2020-12')) {
    const reason = left[file];
    if (reason !== undefined) {
      skipping(validation, `${file}: ${reason}`)(file, () => {});
      continue;
    }
    for (const { description, schema, tests } of group)
      validation(`${file}: ${description}`, () => {
        for (const test of tests) assert.is(isValid(schema, test.data, { schemas }), test.valid, test.description);
      });
  }
  for (const file of readdirSync(join(folder, 'annotations', 'tests'))) {
    const { suite: group } = read(join(folder, 'annotations', 'tests', file)) as { suite: readonly any[] };
    for (const { description, compatibility, schema, externalSchemas, tests } of group) {
      if (!isFor2020(compatibility)) continue;
      annotating(`${file.replace('.json', '')}: ${description}`, () => {
        for (const { instance, assertions } of tests)
          for (const { location, keyword, expected } of assertions) {
            const found = annotations(schema, instance, { keyword, schemas: externalSchemas ?? {} }).filter((hit) => hit.pointer === location)
              .map((hit) => [Object.keys(expected).find((place) => inDocument(schema, place) === hit.schema) ?? hit.location, hit.value] as const);
            assert.equal(Object.fromEntries(found), expected, `${keyword} at "${location}" of ${JSON.stringify(instance)}`);
          }
      });
    }
  }
}

validation.run();
annotating.run();
