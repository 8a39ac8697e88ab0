// watchdog: 240 s
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnnotationSchema, annotations, compile, type Compiled, deprecations, faults, isValid, load, pack } from '../../src/index.ts';
import { drafts } from './official-suite.ts';
import { containers, schemasOfDraft } from './random-schemas.ts';

const law = suite('laws of evaluation');
const settings = { numRuns: runs(100, 3000), includeErrorInReport: true };

/** Checks a law on random schemas and instances of each draft; the law returns whether it applied. */
const holds = async (
  says: (compiled: Compiled, instance: unknown) => boolean,
  least: number,
  change: (schema: unknown) => unknown = (schema) => schema,
): Promise<void> => {
  let said = 0;
  for (const { folder: draft, dialect } of drafts)
    await fc.assert(
      fc.asyncProperty(schemasOfDraft(draft), fc.array(containers, { minLength: 4, maxLength: 4 }), async (schema, instances) => {
        const compiled = await compile(change(schema), { dialect });
        for (const instance of instances) if (says(compiled, instance)) said += 1;
      }),
      settings,
    );
  assert.ok(said > least, `the law said something of ${said} instances only: the generator says too little`);
};

const isTable = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema with a property named by each deprecation, and more of these declared. */
const withReplacements = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withReplacements);
  if (typeof schema !== 'object' || schema === null) return schema;
  const changed = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, withReplacements(inner)]));
  const { properties, patternProperties } = changed;
  if (isTable(properties)) changed['properties'] = { a: {}, b: { deprecated: true, 'x-replaced-by': 'a' }, c: {}, ...properties };
  else if (isTable(patternProperties)) changed['properties'] = { a: {}, b: {} };
  return changed['deprecated'] === true ? { ...changed, 'x-replaced-by': Object.keys(changed).length % 2 === 0 ? 'a' : 'b' } : changed;
};

const found = (compiled: AnnotationSchema, instance: unknown, mode: 'strict' | 'lenient'): readonly string[] =>
  annotations(compiled, instance, { keywords: ['deprecated', 'title'], mode })
    .map((one) => `${one.keyword} ${one.pointer} ${one.location} ${JSON.stringify(one.value)}`)
    .sort();

law('an instance has no fault exactly when it is valid, and every fault is about a place that is there', () =>
  holds((compiled, instance) => {
    const told = faults(compiled, instance);
    assert.is(told.length === 0, isValid(compiled, instance), JSON.stringify(instance));
    for (const { pointer } of told) {
      let at = instance;
      for (const step of pointer.split('/').slice(1)) {
        assert.ok(typeof at === 'object' && at !== null && Object.hasOwn(at, step), `${pointer} of ${JSON.stringify(instance)}`);
        at = (at as { [step: string]: unknown })[step];
      }
    }
    return told.length > 0;
  }, 250),
);

law('of a valid instance both modes collect the same; of an invalid one the strict collects nothing', () =>
  holds((compiled, instance) => {
    const [strict, lenient] = [found(compiled, instance, 'strict'), found(compiled, instance, 'lenient')];
    if (isValid(compiled, instance)) assert.equal(lenient, strict, JSON.stringify(instance));
    else assert.equal(strict, [], JSON.stringify(instance));
    return strict.length < lenient.length;
  }, 50),
);

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

law('a schema packed for deprecations, read again, has the same deprecations in the same words, with the same replacements', () =>
  holds(
    (compiled, instance) => {
      const again = load(throughJson(pack(compiled, { keywords: ['deprecated'] })));
      const told = (from: AnnotationSchema) => [...deprecations(from, instance)].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));
      assert.equal(told(again), told(compiled), JSON.stringify(instance));
      return told(compiled).some(({ replacement }) => replacement !== undefined);
    },
    20,
    withReplacements,
  ),
);

law('a schema packed as a whole, read again, answers everything as before', () =>
  holds((compiled, instance) => {
    const again = load(throughJson(pack(compiled)));
    assert.is(isValid(again, instance), isValid(compiled, instance), JSON.stringify(instance));
    assert.equal(faults(again, instance), faults(compiled, instance), JSON.stringify(instance));
    for (const mode of ['strict', 'lenient'] as const) assert.equal(found(again, instance, mode), found(compiled, instance, mode));
    return !isValid(compiled, instance);
  }, 250),
);

law('deprecations are what is annotated with true, one for a place', () =>
  holds((compiled, instance) => {
    const places = new Set(
      annotations(compiled, instance, { keywords: ['deprecated'], mode: 'lenient' })
        .filter(({ value }) => value === true)
        .map(({ pointer }) => pointer),
    );
    assert.equal(
      deprecations(compiled, instance)
        .map(({ pointer }) => pointer)
        .sort(),
      [...places].sort(),
      JSON.stringify(instance),
    );
    return places.size > 0;
  }, 250),
);

law('listening to more keywords changes nothing of what is heard of one', () =>
  holds((compiled, instance) => {
    const heard = (keywords: readonly string[], mode: 'strict' | 'lenient') =>
      annotations(compiled, instance, { keywords, mode })
        .filter(({ keyword }) => keyword === 'deprecated')
        .map(({ pointer, value, location }) => `${pointer} ${value as boolean} ${location}`)
        .sort();
    for (const mode of ['strict', 'lenient'] as const)
      assert.equal(
        heard(['deprecated'], mode),
        heard(['deprecated', 'properties', 'type', 'title'], mode),
        `${mode}, ${JSON.stringify(instance)}`,
      );
    return heard(['deprecated'], 'lenient').length > 0;
  }, 250),
);

law.run();
