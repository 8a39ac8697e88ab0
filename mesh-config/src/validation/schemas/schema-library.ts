import { createHash } from 'node:crypto';
import type { SchemaAst } from '@slipway/schema-tools/compiled';
import { type Compiled, deprecations, faults } from '@slipway/schema-tools/load';
import { isObject } from '@slipway/schema-tools/json';
import { groupBy } from '../../analysis/group-by.ts';
import type { LogScope } from '../../log/scope.ts';
import type { SchemaCompiler } from './schema-compiler.ts';
import { kindKeyOf, type KindSchema, formatLocation } from './kind-schema.ts';
import { useLinearPatterns } from './linear-patterns.ts';

/** Sources of schemas by precedence: the first structure of a kind is used; overlays of all layers apply. */
export const schemaLayers = ['schemaPath', 'configPath', 'kubernetes'] as const;
export type SchemaLayer = (typeof schemaLayers)[number];

/** The schemas that validate objects of one version of one kind. */
export interface KindSchemas {
  /** The kind as spelled in its definition; undefined: only file names name it. */
  readonly kind: string | undefined;
  readonly schemas: readonly Compiled[];
  /** The schemas as data, which another thread can receive. */
  readonly asData: readonly SchemaAst[];
  readonly warnings: readonly string[];
  /** Fields at the top level of an object besides those of every kind; undefined: any. */
  readonly topLevelFields: ReadonlySet<string> | undefined;
}
export interface SchemaLibrary {
  /** The schemas in use, by `kindKeyOf`. The map is immutable; reading unchanged sources again keeps the same map. */
  current(): ReadonlyMap<string, KindSchemas>;
  /**
   * Replaces a layer; resolves when the schemas are in use. A schema that does not compile is logged, and the previous one in
   * its place stays.
   */
  replace(layer: SchemaLayer, sources: readonly KindSchema[]): Promise<void>;
  /** Calls the listener after each change of the schemas in use. */
  subscribe(listener: () => void): void;
}

interface CompiledKindSchema {
  readonly source: KindSchema;
  readonly compiled: Compiled;
  readonly data: SchemaAst;
  readonly hash: string;
}

const hashOf = ({ schema, referencedSchemas, uri }: KindSchema): string =>
  createHash('sha256')
    .update(JSON.stringify([schema, referencedSchemas, uri]))
    .digest('base64');
/** A kind has one structure, and one overlay per file. */
const slotOf = (schema: KindSchema): string => `${kindKeyOf(schema)} ${schema.role === 'structure' ? '' : schema.origin.source}`;

/** Whether both validate alike; their origins may differ. */
const hasSameEffect = (other: CompiledKindSchema | undefined, { hash, source: { kind, warning } }: CompiledKindSchema): boolean =>
  other?.hash === hash && other.source.kind === kind && other.source.warning === warning;

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

/** The first evaluation creates the closures of a schema, so that no request has to. */
const warmUp = (compiled: Compiled): Compiled => {
  const object = { apiVersion: '', kind: '', metadata: {}, spec: {} };
  deprecations(compiled, object);
  faults(compiled, object);
  return compiled;
};

interface Library {
  readonly compiler: SchemaCompiler;
  readonly scope: LogScope;
  readonly layers: Map<SchemaLayer, ReadonlyMap<string, CompiledKindSchema>>;
  readonly listeners: (() => void)[];
  current: ReadonlyMap<string, KindSchemas>;
}

const combineSchemas = (schemas: readonly CompiledKindSchema[]): KindSchemas => {
  const structure = schemas.find(({ source }) => source.role === 'structure');
  const effective = schemas.filter((schema) => schema === structure || schema.source.role === 'overlay');
  return {
    kind: structure?.source.kind,
    schemas: effective.map(({ compiled }) => compiled),
    asData: effective.map(({ data }) => data),
    warnings: effective.flatMap(({ source }) => source.warning ?? []),
    topLevelFields: topLevelFieldsOf(structure?.source),
  };
};

/** Layers in order of precedence: the first structure of a kind is used, and all overlays. */
const combineLayers = ({ layers }: Library): ReadonlyMap<string, KindSchemas> => {
  const ordered = schemaLayers.flatMap((layer) => [...(layers.get(layer)?.values() ?? [])]);
  return new Map([...groupBy(ordered, ({ source }) => kindKeyOf(source))].map(([key, schemas]) => [key, combineSchemas(schemas)]));
};

const findCompiled = ({ layers }: Library, hash: string): CompiledKindSchema | undefined => {
  for (const layer of layers.values()) for (const schema of layer.values()) if (schema.hash === hash) return schema;
  return undefined;
};

/** undefined, after an error was logged: the schema does not compile. */
const compileKindSchema = async (library: Library, source: KindSchema): Promise<CompiledKindSchema | undefined> => {
  const hash = hashOf(source);
  const known = findCompiled(library, hash);
  if (known) return { ...known, source };
  const { schema, referencedSchemas, uri, origin, group, version, kind } = source;
  const result = await library.compiler.compile({
    schema,
    ...(referencedSchemas ? { referencedSchemas } : {}),
    ...(uri === undefined ? {} : { uri }),
  });
  if ('compiled' in result) return { source, hash, data: result.compiled, compiled: warmUp(useLinearPatterns(result.compiled)) };
  library.scope.error(
    `${formatLocation(origin, result.pointer ?? '')}: the schema of ${group}/${version} ${kind} is not used: ${result.fault}`,
  );
  return undefined;
};

/** The schemas of a layer by slot; where one does not compile, the previous one of its slot stays. */
const compileLayer = async (
  library: Library,
  sources: readonly KindSchema[],
  previous: ReadonlyMap<string, CompiledKindSchema>,
): Promise<ReadonlyMap<string, CompiledKindSchema>> => {
  const compiled = new Map<string, CompiledKindSchema>();
  for (const source of sources) {
    const slot = slotOf(source);
    const first = compiled.get(slot);
    if (first) {
      const { origin, group, version, kind } = source;
      library.scope.warn(
        `${formatLocation(origin, '')}: ` +
          `${group}/${version} ${kind} already has a schema in ${formatLocation(first.source.origin, '')}, which is used`,
      );
      continue;
    }
    const schema = (await compileKindSchema(library, source)) ?? previous.get(slot);
    if (schema) compiled.set(slot, schema);
  }
  return compiled;
};

const replaceLayer = async (library: Library, layer: SchemaLayer, sources: readonly KindSchema[]): Promise<void> => {
  const previous = library.layers.get(layer) ?? new Map<string, CompiledKindSchema>();
  const next = await compileLayer(library, sources, previous);
  library.layers.set(layer, next);
  const added = [...next].filter(([slot, schema]) => !hasSameEffect(previous.get(slot), schema)).length;
  const removed = [...previous.keys()].filter((slot) => !next.has(slot)).length;
  if (added + removed === 0) return;
  library.current = combineLayers(library);
  library.scope.info(`schemas of ${layer}: ${next.size} in use, ${added} new${removed > 0 ? `, ${removed} removed` : ''}`);
  for (const listener of library.listeners) listener();
};

/** Schemas by kind, compiled in another thread, and replaced in one step. */
export const createSchemaLibrary = (compiler: SchemaCompiler, scope: LogScope): SchemaLibrary => {
  const library: Library = { compiler, scope, layers: new Map(), listeners: [], current: new Map() };
  let queue: Promise<void> = Promise.resolve();
  return {
    current: () => library.current,
    replace: (layer, sources) => {
      const replacing = queue.then(() => replaceLayer(library, layer, sources));
      // A failure is reported to the caller, and does not hold up what comes after it.
      queue = replacing.catch(() => {});
      return replacing;
    },
    subscribe: (listener) => {
      library.listeners.push(listener);
    },
  };
};
