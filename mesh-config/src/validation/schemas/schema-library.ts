import { createHash } from 'node:crypto';
import { type Compiled, deprecations, faults } from '@slipway/schema-tools/load';
import { isObject } from '@slipway/schema-tools/json';
import type { LogScope } from '../../log/scope.ts';
import type { SchemaCompiler } from './schema-compiler.ts';
import { kindKeyOf, type KindSchema, formatLocation } from './kind-schema.ts';
import { useLinearPatterns } from './linear-patterns.ts';

/** Where schemas come from, the first that has one for a kind wins; overlays of all hold. */
export const schemaLayers = ['schemaPath', 'configPath', 'kubernetes'] as const;
export type SchemaLayer = (typeof schemaLayers)[number];

/** All that is held against objects of one version of one kind. */
export interface KindSchemas {
  /** As its definition spells it; undefined: only file names say it. */
  readonly kind: string | undefined;
  readonly schemas: readonly Compiled[];
  readonly warnings: readonly string[];
  /** Names at the top of an object beside those that every kind has; undefined: any. */
  readonly topLevelFields: ReadonlySet<string> | undefined;
}
export interface SchemaLibrary {
  /** What holds now, by `keyOf`. Never changed: a change makes another, and what is read again and is the same makes none. */
  current(): ReadonlyMap<string, KindSchemas>;
  /** These are all of a layer from now on; resolves when they hold. What does not compile is told, and what was there before in its place stays. */
  replace(layer: SchemaLayer, found: readonly KindSchema[]): Promise<void>;
  /** Called whenever others hold than before. */
  subscribe(changed: () => void): void;
}

interface CompiledKindSchema {
  readonly source: KindSchema;
  readonly compiled: Compiled;
  readonly hash: string;
}

const hashOf = ({ schema, referencedSchemas: others, uri }: KindSchema): string =>
  createHash('sha256')
    .update(JSON.stringify([schema, others, uri]))
    .digest('base64');
/** One place for each: of structures one a kind, of overlays one a file. */
const slotOf = (given: KindSchema): string => `${kindKeyOf(given)} ${given.role === 'structure' ? '' : given.origin.source}`;

/** Whether what an object hears of it is the same; where it was written may differ. */
const hasSameEffect = (one: CompiledKindSchema | undefined, { hash, source: { kind, warning } }: CompiledKindSchema): boolean =>
  one?.hash === hash && one.source.kind === kind && one.source.warning === warning;

const topLevelFieldsOf = (structure: KindSchema | undefined): ReadonlySet<string> | undefined => {
  const schema = structure?.schema;
  if (!isObject(schema)) return new Set();
  if (
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    (schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false)
  )
    return undefined;
  return new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
};

/** The first evaluation makes the closures; no request waits for that. */
const warmUp = (compiled: Compiled): Compiled => {
  const object = { apiVersion: '', kind: '', metadata: {}, spec: {} };
  deprecations(compiled, object);
  faults(compiled, object);
  return compiled;
};

/** Schemas by kind, compiled apart from whoever asks for them, and replaced in one step. */
export const createSchemaLibrary = (compiler: SchemaCompiler, scope: LogScope): SchemaLibrary => {
  const ready = new Map<SchemaLayer, ReadonlyMap<string, CompiledKindSchema>>();
  let now: ReadonlyMap<string, KindSchemas> = new Map();
  let working: Promise<void> = Promise.resolve();
  const followers: (() => void)[] = [];

  const combined = (): ReadonlyMap<string, KindSchemas> => {
    const byKind = new Map<string, CompiledKindSchema[]>();
    for (const layer of schemaLayers)
      for (const one of ready.get(layer)?.values() ?? [])
        byKind.set(kindKeyOf(one.source), [...(byKind.get(kindKeyOf(one.source)) ?? []), one]);
    return new Map(
      [...byKind].map(([key, all]) => {
        const structure = all.find(({ source: given }) => given.role === 'structure');
        const holding = all.filter((one) => one === structure || one.source.role === 'overlay');
        return [
          key,
          {
            kind: structure?.source.kind,
            schemas: holding.map(({ compiled }) => compiled),
            warnings: holding.flatMap(({ source: given }) => given.warning ?? []),
            topLevelFields: topLevelFieldsOf(structure?.source),
          },
        ];
      }),
    );
  };
  const known = (hash: string): Compiled | undefined => {
    for (const layer of ready.values()) for (const one of layer.values()) if (one.hash === hash) return one.compiled;
    return undefined;
  };
  const compiled = async (given: KindSchema, hash: string): Promise<CompiledKindSchema | undefined> => {
    const same = known(hash);
    if (same) return { source: given, hash, compiled: same };
    const { schema, referencedSchemas: others, uri } = given;
    const done = await compiler.compile({
      schema,
      ...(others ? { referencedSchemas: others } : {}),
      ...(uri === undefined ? {} : { uri }),
    });
    if ('compiled' in done) return { source: given, hash, compiled: warmUp(useLinearPatterns(done.compiled)) };
    scope.error(
      `${formatLocation(given.origin, done.pointer ?? '')}: the schema of ${given.group}/${given.version} ${given.kind} is not used: ${done.fault}`,
    );
    return undefined;
  };
  const replace = async (layer: SchemaLayer, found: readonly KindSchema[]): Promise<void> => {
    const before = ready.get(layer) ?? new Map<string, CompiledKindSchema>();
    const next = new Map<string, CompiledKindSchema>();
    for (const given of found) {
      const slot = slotOf(given);
      const first = next.get(slot);
      if (first) {
        scope.warn(
          `${formatLocation(given.origin, '')}: ${given.group}/${given.version} ${given.kind} has a schema in ${formatLocation(first.source.origin, '')} already, which holds`,
        );
        continue;
      }
      const one = (await compiled(given, hashOf(given))) ?? before.get(slot);
      if (one) next.set(slot, one);
    }
    ready.set(layer, next);
    const changed = [...next].filter(([slot, one]) => !hasSameEffect(before.get(slot), one)).length,
      gone = [...before.keys()].filter((slot) => !next.has(slot)).length;
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
    subscribe: (changed) => {
      followers.push(changed);
    },
  };
};
