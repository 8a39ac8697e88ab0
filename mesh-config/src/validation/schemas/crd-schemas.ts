import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import { type SchemaReadResult, type KindSchema, formatLocation, type SchemaOrigin } from './kind-schema.ts';
import { convertStructuralSchema } from './structural-schema.ts';

const readText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Whether a document is a CustomResourceDefinition, of whichever version. */
export const isCrd = (value: unknown): value is JsonObject =>
  isObject(value) &&
  value['kind'] === 'CustomResourceDefinition' &&
  typeof value['apiVersion'] === 'string' &&
  value['apiVersion'].startsWith('apiextensions.k8s.io/');

/** A version, where its schema stands, and whether it is deprecated. In v1beta1 one schema may stand for all versions. */
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

/**
 * The schemas of a CustomResourceDefinition's versions. `inCluster`: its API server says by itself that a version is
 * deprecated. `origin` is that of the whole document.
 */
export const readCrdSchemas = (crd: JsonObject, origin: SchemaOrigin, inCluster = false): SchemaReadResult => {
  const spec = isObject(crd['spec']) ? crd['spec'] : {};
  const [group, kind] = [readText(spec['group']), isObject(spec['names']) ? readText(spec['names']['kind']) : undefined];
  if (group === undefined)
    return { schemas: [], faults: [`${formatLocation(origin, '/spec')}: expected a text as spec.group of this CustomResourceDefinition`] };
  if (kind === undefined)
    return {
      schemas: [],
      faults: [`${formatLocation(origin, '/spec/names')}: expected a text as spec.names.kind of this CustomResourceDefinition`],
    };
  const schemas: KindSchema[] = [],
    faults: string[] = [];
  for (const { version, pointer, schema: given, at } of servedVersionsOf(spec)) {
    const name = readText(version['name']);
    if (name === undefined) {
      faults.push(`${formatLocation(origin, pointer)}: expected a text as the name of this version of ${kind}`);
      continue;
    }
    if (given !== undefined && !isObject(given)) {
      faults.push(`${formatLocation(origin, at)}: expected a schema with keys as openAPIV3Schema of ${kind}`);
      continue;
    }
    const { schema, skippedPatterns: leftOut } = convertStructuralSchema(given ?? {});
    for (const place of leftOut)
      faults.push(
        `${formatLocation(origin, at + place)}: this pattern is not read here and holds nothing; in a cluster its API server holds values against it`,
      );
    const warning =
      version['deprecated'] === true && !inCluster
        ? { warning: readText(version['deprecationWarning']) ?? `${group}/${name} ${kind} is deprecated` }
        : {};
    schemas.push({
      group,
      version: name,
      kind,
      role: 'structure',
      schema,
      origin: { source: origin.source, lineOf: (inner) => origin.lineOf(at + inner) },
      ...warning,
    });
  }
  return { schemas, faults };
};
