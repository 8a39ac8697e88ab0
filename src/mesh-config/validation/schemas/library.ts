import { createHash } from 'node:crypto';
import type { Compiled } from '../../../../schema-tools/src/api.ts';
import { deprecations } from '../../../../schema-tools/src/evaluate/deprecated.ts';
import { faults } from '../../../../schema-tools/src/evaluate/evaluate.ts';
import { isObject } from '../../../../schema-tools/src/json.ts';
import type { Scope } from '../../log/scope.ts';
import type { Compiler } from './compiler.ts';
import { keyOf, type KindSchema, placeOf } from './kind-schema.ts';
import { withLinearPatterns } from './linear-patterns.ts';

/** Where schemas come from, the first that has one for a kind wins; overlays of all hold. */
export const layers = ['schemaPath', 'configPath', 'kubernetes'] as const;
export type Layer = (typeof layers)[number];

/** All that is held against objects of one version of one kind. */
export interface KindSchemas {
  /** As its definition spells it; undefined: only file names say it. */
  readonly kind: string | undefined;
  readonly schemas: readonly Compiled[];
  readonly warnings: readonly string[];
  /** Names at the top of an object beside those that every kind has; undefined: any. */
  readonly top: ReadonlySet<string> | undefined;
}
export interface SchemaLibrary {
  /** What holds now, by `keyOf`. Never changed: a change makes another, and what is read again and is the same makes none. */
  current(): ReadonlyMap<string, KindSchemas>;
  /** These are all of a layer from now on; resolves when they hold. What does not compile is told, and what was there before in its place stays. */
  replace(layer: Layer, found: readonly KindSchema[]): Promise<void>;
  /** Called whenever others hold than before. */
  follow(changed: () => void): void;
}

interface Ready { readonly given: KindSchema; readonly compiled: Compiled; readonly hash: string }

const hashOf = ({ schema, others, uri }: KindSchema): string => createHash('sha256').update(JSON.stringify([schema, others, uri])).digest('base64');
/** One place for each: of structures one a kind, of overlays one a file. */
const slotOf = (given: KindSchema): string => `${keyOf(given)} ${given.role === 'structure' ? '' : given.origin.source}`;

/** Whether what an object hears of it is the same; where it was written may differ. */
const saysTheSame = (one: Ready | undefined, { hash, given: { kind, warning } }: Ready): boolean => one?.hash === hash && one.given.kind === kind && one.given.warning === warning;

const topOf = (structure: KindSchema | undefined): ReadonlySet<string> | undefined => {
  const schema = structure?.schema;
  if (!isObject(schema)) return new Set();
  if (schema['x-kubernetes-preserve-unknown-fields'] === true || (schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false)) return undefined;
  return new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
};

/** The first evaluation makes the closures; no request waits for that. */
const warmed = (compiled: Compiled): Compiled => {
  const object = { apiVersion: '', kind: '', metadata: {}, spec: {} };
  deprecations(compiled, object);
  faults(compiled, object);
  return compiled;
};

/** Schemas by kind, compiled apart from whoever asks for them, and replaced in one step. */
export const schemaLibrary = (compiler: Compiler, scope: Scope): SchemaLibrary => {
  const ready = new Map<Layer, ReadonlyMap<string, Ready>>();
  let now: ReadonlyMap<string, KindSchemas> = new Map();
  let working: Promise<void> = Promise.resolve();
  const followers: (() => void)[] = [];

  const combined = (): ReadonlyMap<string, KindSchemas> => {
    const byKind = new Map<string, Ready[]>();
    for (const layer of layers) for (const one of ready.get(layer)?.values() ?? []) byKind.set(keyOf(one.given), [...byKind.get(keyOf(one.given)) ?? [], one]);
    return new Map([...byKind].map(([key, all]) => {
      const structure = all.find(({ given }) => given.role === 'structure');
      const holding = all.filter((one) => one === structure || one.given.role === 'overlay');
      return [key, {
        kind: structure?.given.kind, schemas: holding.map(({ compiled }) => compiled),
        warnings: holding.flatMap(({ given }) => given.warning ?? []), top: topOf(structure?.given),
      }];
    }));
  };
  const known = (hash: string): Compiled | undefined => {
    for (const layer of ready.values()) for (const one of layer.values()) if (one.hash === hash) return one.compiled;
    return undefined;
  };
  const compiled = async (given: KindSchema, hash: string): Promise<Ready | undefined> => {
    const same = known(hash);
    if (same) return { given, hash, compiled: same };
    const { schema, others, uri } = given;
    const done = await compiler.compile({ schema, ...(others ? { others } : {}), ...(uri === undefined ? {} : { uri }) });
    if ('compiled' in done) return { given, hash, compiled: warmed(withLinearPatterns(done.compiled)) };
    scope.error(`${placeOf(given.origin, done.pointer ?? '')}: the schema of ${given.group}/${given.version} ${given.kind} is not used: ${done.fault}`);
    return undefined;
  };
  const replace = async (layer: Layer, found: readonly KindSchema[]): Promise<void> => {
    const before = ready.get(layer) ?? new Map<string, Ready>();
    const next = new Map<string, Ready>();
    for (const given of found) {
      const slot = slotOf(given);
      const first = next.get(slot);
      if (first) { scope.warn(`${placeOf(given.origin, '')}: ${given.group}/${given.version} ${given.kind} has a schema in ${placeOf(first.given.origin, '')} already, which holds`); continue; }
      const one = await compiled(given, hashOf(given)) ?? before.get(slot);
      if (one) next.set(slot, one);
    }
    ready.set(layer, next);
    const changed = [...next].filter(([slot, one]) => !saysTheSame(before.get(slot), one)).length, gone = [...before.keys()].filter((slot) => !next.has(slot)).length;
    if (changed + gone === 0) return;
    now = combined();
    scope.info(`schemas of ${layer}: ${next.size} hold, of which ${changed} are new${gone > 0 ? `, and ${gone} are gone` : ''}`);
    for (const tell of followers) tell();
  };
  return {
    current: () => now,
    replace: (layer, found) => {
      const made = working.then(() => replace(layer, found));
      // What fails once is told by whoever asked, and stands in the way of nothing that comes after it.
      working = made.catch(() => {});
      return made;
    },
    follow: (changed) => { followers.push(changed); },
  };
};
