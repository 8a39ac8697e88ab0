import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { type SchemaReadResult, type KindSchema, formatLocation, type SchemaOrigin } from './kind-schema.ts';
import { convertStructuralSchema } from './structural-schema.ts';

const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether a document is a CustomResourceDefinition of any version. */
export const isCrd = (value: unknown): value is JsonObject =>
  isObject(value) &&
  value['kind'] === 'CustomResourceDefinition' &&
  typeof value['apiVersion'] === 'string' &&
  value['apiVersion'].startsWith('apiextensions.k8s.io/');

/** A version, the pointer to its schema, and whether it is deprecated. In v1beta1 one schema may apply to all versions. */
const servedVersionsOf = (
  spec: JsonObject,
): readonly { readonly version: JsonObject; readonly pointer: string; readonly schema: unknown; readonly at: string }[] => {
  const shared = isObject(spec['validation']) ? spec['validation']['openAPIV3Schema'] : undefined;
  const listed = Array.isArray(spec['versions'])
    ? (spec['versions'] as readonly unknown[])
    : readText(spec['version']) === undefined
      ? []
      : [{ name: spec['version'] }];
  return listed.flatMap((version, index) => {
    if (!isObject(version) || version['served'] === false) return [];
    const pointer = `/spec/versions/${index}`;
    const own = isObject(version['schema']) ? version['schema']['openAPIV3Schema'] : undefined;
    return [
      {
        version,
        pointer,
        schema: own ?? shared,
        at: own === undefined ? '/spec/validation/openAPIV3Schema' : `${pointer}/schema/openAPIV3Schema`,
      },
    ];
  });
};

interface CrdContext {
  readonly group: string;
  readonly kind: string;
  readonly origin: SchemaOrigin;
  readonly inCluster: boolean;
}

/** The schema of one version; undefined where it has a fault that leaves none. */
const readVersion = (
  { group, kind, origin, inCluster }: CrdContext,
  { version, pointer, schema: source, at }: ReturnType<typeof servedVersionsOf>[number],
): { readonly schema?: KindSchema; readonly faults: readonly string[] } => {
  const name = readText(version['name']);
  if (name === undefined) return { faults: [`${formatLocation(origin, pointer)}: expected a text as the name of this version of ${kind}`] };
  if (source !== undefined && !isObject(source))
    return { faults: [`${formatLocation(origin, at)}: expected a schema with keys as openAPIV3Schema of ${kind}`] };
  const { schema, skippedPatterns } = convertStructuralSchema(source ?? {});
  const faults = skippedPatterns.map(
    (pattern) =>
      `${formatLocation(origin, at + pattern)}: this pattern cannot be read here and is ignored; in a cluster the API server validates it`,
  );
  const isDeprecated = version['deprecated'] === true && !inCluster;
  const warning = isDeprecated ? { warning: readText(version['deprecationWarning']) ?? `${group}/${name} ${kind} is deprecated` } : {};
  const schemaOrigin = { source: origin.source, lineOf: (inner: string) => origin.lineOf(at + inner) };
  return { schema: { group, version: name, kind, role: 'structure', schema, origin: schemaOrigin, ...warning }, faults };
};

/**
 * The schemas of the versions of a CustomResourceDefinition. `inCluster`: the API server itself warns of deprecated versions.
 * `origin` is that of the whole document.
 */
export const readCrdSchemas = (crd: JsonObject, origin: SchemaOrigin, inCluster = false): SchemaReadResult => {
  const spec = isObject(crd['spec']) ? crd['spec'] : {};
  const [group, kind] = [readText(spec['group']), isObject(spec['names']) ? readText(spec['names']['kind']) : undefined];
  if (group === undefined)
    return { schemas: [], faults: [`${formatLocation(origin, '/spec')}: expected a text as spec.group of this CustomResourceDefinition`] };
  if (kind === undefined) {
    const fault = 'expected a text as spec.names.kind of this CustomResourceDefinition';
    return { schemas: [], faults: [`${formatLocation(origin, '/spec/names')}: ${fault}`] };
  }
  const results = servedVersionsOf(spec).map((version) => readVersion({ group, kind, origin, inCluster }, version));
  return { schemas: results.flatMap(({ schema }) => schema ?? []), faults: results.flatMap(({ faults }) => faults) };
};
