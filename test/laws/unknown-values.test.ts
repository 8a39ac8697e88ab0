import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isAbsent,
  isUnknown,
  type AttributeKind,
  type Attributes,
  type Resource,
  unknown,
  type Values,
} from '../../declarations/src/declare/index.ts';
import { providerSchema } from '../../declarations/src/derive/provider-schema.ts';
import { planResource } from '../../src/plan/plan-resource.ts';
import { newFingerprints } from '../../src/plan/write-only.ts';
import type { SchemaAttribute } from '../../declarations/src/block-schema.ts';
import { resources } from '../../declarations/src/resources/index.ts';

const test = suite('unknown values in a plan');
type Schema = { readonly [name: string]: SchemaAttribute };

/** A value that the kind accepts. `nth`: another one, where there is one. */
const sampleOf = (kind: AttributeKind, nth = 0): unknown => {
  const words = (kind.json as { enum?: readonly unknown[] }).enum;
  if (words) return words[nth % words.length];
  if (kind.members) return samplesOf(kind.members, nth);
  if (kind.item) return kind.collection === 'map' ? { a: sampleOf(kind.item, nth) } : [sampleOf(kind.item, nth)];
  if (kind.type === 'bool') return nth === 0;
  if (kind.type === 'number') return 7 + nth;
  const texts = [
    '00000000-0000-4000-8000-0000000000a',
    'gh/acme/web',
    'gh/acme',
    'varset-',
    'ws-',
    'prj-',
    'nocode-',
    'ABC',
    '2026-01-31T12:00:0',
  ];
  const fitting = texts.map((text) =>
    text.includes('/') ? `${text}${nth || ''}` : `${text}${nth + 1}${text.startsWith('2026') ? 'Z' : ''}`,
  );
  return fitting.find((text) => kind.accepts(text)) ?? `text-${nth}`;
};
const samplesOf = (attributes: Attributes, nth: number): Values =>
  Object.fromEntries(Object.entries(attributes).map(([name, { mode, kind }]) => [name, mode === 'required' ? sampleOf(kind, nth) : null]));

const isSame = (a: unknown, b: unknown): boolean =>
  isUnknown(a) || isUnknown(b) ? isUnknown(a) && isUnknown(b) : JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What an engine refuses in a plan ("Provider produced invalid plan"), as paths. */
const invalidPaths = (schema: Schema, prior: Values | null, config: Values, planned: Values, path = ''): readonly string[] =>
  Object.entries(schema).flatMap(([name, { nested, computed, writeOnly }]) => {
    const [was, written, now] = [prior?.[name] ?? null, config[name] ?? null, planned[name] ?? null];
    if (writeOnly) return now === null ? [] : [`${path}${name}`];
    if (isSame(written, now) || (was !== null && written !== null && isSame(was, now))) return [];
    if (computed && written === null) return [];
    if (nested?.nesting === 'single' && !isUnknown(written) && !isUnknown(now) && written !== null && now !== null)
      return invalidPaths(nested.attributes, was as Values | null, written as Values, now as Values, `${path}${name}.`);
    if (nested && !isUnknown(written) && !isUnknown(now) && written !== null && now !== null)
      return Object.entries(written).flatMap(([key, one]) =>
        isUnknown(one)
          ? []
          : invalidPaths(nested.attributes, null, one as Values, (now as { [key: string]: Values })[key] ?? {}, `${path}${name}.${key}.`),
      );
    return [`${path}${name}`];
  });

/** What an engine refuses in a second plan with more values known ("Provider produced inconsistent final plan"). */
const changedPaths = (first: unknown, second: unknown, path: string): readonly string[] => {
  if (isUnknown(first)) return [];
  if (typeof first === 'object' && first !== null && typeof second === 'object' && second !== null && !isUnknown(second))
    return [...new Set([...Object.keys(first), ...Object.keys(second)])].flatMap((key) =>
      changedPaths((first as Values)[key], (second as Values)[key], `${path}.${key}`),
    );
  return isSame(first, second) ? [] : [path];
};

const plan = ({ attributes }: Resource, prior: Values | null, config: Values): Values =>
  planResource(attributes, prior, config, newFingerprints(), { organization: 'acme' }).state;

/** The state that an apply of the plan leaves: a value for all that was unknown. */
const applied = ({ attributes }: Resource, planned: Values): Values =>
  Object.fromEntries(
    Object.entries(planned).map(([name, one]) => [
      name,
      isUnknown(one) ? (attributes[name]!.mode === 'computed' ? sampleOf(attributes[name]!.kind) : null) : one,
    ]),
  );

/** Whether a rule about one of these attributes refuses the configuration: then there is no second plan. */
const isRefused = ({ constraints }: Resource, config: Values, names: readonly string[]): boolean =>
  (constraints ?? []).some(
    (constraint) => constraint.paths.some((path) => names.includes(path)) && constraint.findViolation(config) !== undefined,
  );

for (const resource of Object.values(resources)) {
  const { attributes } = resource;
  const schema = Object.fromEntries(Object.entries(providerSchema(resource).attributes).filter(([name]) => name in attributes));
  const settable = Object.keys(attributes).filter((name) => attributes[name]!.mode !== 'computed');
  const base = samplesOf(attributes, 0);
  const full = {
    ...base,
    ...Object.fromEntries(settable.filter((name) => !attributes[name]!.writeOnly).map((name) => [name, sampleOf(attributes[name]!.kind)])),
  };
  const states = [null, applied(resource, plan(resource, null, base)), applied(resource, plan(resource, null, full))];
  const resolutions = (name: string): readonly unknown[] => [
    sampleOf(attributes[name]!.kind),
    sampleOf(attributes[name]!.kind, 1),
    ...(attributes[name]!.mode === 'required' ? [] : [null]),
  ];

  test(`${resource.name}: one or two values that are not known yet, in every combination, and whatever they turn out to be`, () => {
    const faults: string[] = [];
    const pairs = settable.flatMap((one, i) => settable.slice(i).map((other) => [one, other] as const));
    for (const prior of states)
      for (const [one, other] of pairs)
        for (const others of one === other ? [unknown] : [unknown, sampleOf(attributes[other]!.kind, 1)]) {
          const config = { ...base, [other]: others, [one]: unknown };
          const first = plan(resource, prior, config);
          const situation = `${prior === null ? 'create' : 'update'}, ${one} unknown, ${other} ${isUnknown(others) ? 'unknown' : 'known'}`;
          faults.push(...invalidPaths(schema, prior, config, first).map((path) => `${situation}: invalid at ${path}`));
          for (const value of resolutions(one))
            for (const otherValue of isUnknown(others) ? resolutions(other) : [others]) {
              const known = { ...base, [other]: otherValue, [one]: value };
              if (isRefused(resource, known, [one, other])) continue;
              const second = plan(resource, prior, known);
              faults.push(...invalidPaths(schema, prior, known, second).map((path) => `${situation}: finally invalid at ${path}`));
              faults.push(
                ...changedPaths(first, second, '').map(
                  (path) => `${situation}, then ${JSON.stringify([value, otherValue])}: changes ${path}`,
                ),
              );
            }
        }
    assert.equal([...new Set(faults)].slice(0, 12), []);
    assert.ok(settable.every((name) => isAbsent(base[name]) || attributes[name]!.mode === 'required'));
  });
}

test.run();
