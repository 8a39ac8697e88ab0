import { basename, dirname } from 'node:path';
import { isObject, type JsonObject } from '@slipway/schema-tools/json';
import type { KindSchema, SchemaOrigin } from './kind-schema.ts';
import { convertStructuralSchema } from './structural-schema.ts';

type KindName = Pick<KindSchema, 'group' | 'version' | 'kind'>;

const kindNamesOf = (value: unknown): readonly KindName[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) => {
    if (!isObject(one) || typeof one['version'] !== 'string' || typeof one['kind'] !== 'string') return [];
    return [{ group: typeof one['group'] === 'string' ? one['group'] : '', version: one['version'], kind: one['kind'] }];
  });

/** `networking.example.com/route_v1.json`, as catalogs of CustomResourceDefinitions lay them out; the core of Kubernetes is `core`. */
const parseFileName = (path: string): readonly KindName[] => {
  const [, kind, version] = /^([a-z][a-z0-9]*)_(v[0-9]+(?:(?:alpha|beta)[0-9]+)?)\.(?:json|ya?ml)$/i.exec(basename(path)) ?? [];
  const group = basename(dirname(path));
  return kind === undefined || version === undefined ? [] : [{ group: group === 'core' ? '' : group, version, kind }];
};

/** The kinds that a JSON Schema is for: those of `x-kubernetes-group-version-kind`, else that of the file name. */
export const kindsOfSchema = (schema: JsonObject, path: string): readonly KindName[] => {
  const said = kindNamesOf(schema['x-kubernetes-group-version-kind']);
  return said.length > 0 ? said : parseFileName(path);
};

/** A schema without `$schema` is read as a structural schema of Kubernetes. */
const normalizeSchema = (schema: JsonObject): unknown => ('$schema' in schema ? schema : convertStructuralSchema(schema).schema);

export const createOverlays = (
  schema: JsonObject,
  path: string,
  origin: SchemaOrigin,
  referencedSchemas: Readonly<Record<string, unknown>>,
  uri: string,
): readonly KindSchema[] =>
  kindsOfSchema(schema, path).map((named) => ({
    ...named,
    role: 'overlay',
    schema: normalizeSchema(schema),
    origin,
    referencedSchemas,
    uri,
  }));
