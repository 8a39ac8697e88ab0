/** What is sent to every route of the workspace service: what no route knows, and what each one says that it knows. */
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import type { Route } from '../../../src/http/route.ts';

export const unknownName = 'nobody_knows';

/** `GET` or `POST`; of a route for several methods the first. */
export const methodOf = ({ endpoint }: Route): string => endpoint.split(/[ |]/, 1)[0]!;
export const isRead = (route: Route): boolean => methodOf(route) === 'GET';

/** The route as a request: its path parameters name nothing that exists. */
export const namelessLine = (route: Route, query = ''): string =>
  `${methodOf(route)} ${route.atRoot ? '/' : ''}${route.endpoint.split(' ')[1]!.replaceAll(/\{[^}]+\}/g, 'none')}${query}`;

/** A body with one member that no schema lists, and the JSON pointer of that member. */
export interface MemberProbe {
  readonly body: unknown;
  readonly pointer: string;
}
const objectOf = (schema: any): any => {
  const branches = (schema.oneOf ?? schema.anyOf ?? []).filter((one: any) => one.properties);
  return branches.length === 1 ? branches[0] : schema;
};
/** One probe for each object of the schema that lists its members. */
export const listMemberProbes = (
  schema: JsonSchema,
  wrap: (value: unknown) => unknown = (value) => value,
  pointer = '',
): readonly MemberProbe[] => {
  const { items, properties, additionalProperties } = objectOf(schema);
  if (items) return listMemberProbes(items, (value) => wrap([value]), `${pointer}/0`);
  if (!properties || additionalProperties === true) return [];
  return [
    { body: wrap({ [unknownName]: 1 }), pointer: `${pointer}/${unknownName}` },
    ...Object.entries<JsonSchema>(properties).flatMap(([name, below]) =>
      listMemberProbes(below, (value) => wrap({ [name]: value }), `${pointer}/${name}`),
    ),
  ];
};

/** Attributes of a route whose names have hyphens, written with underscores; those that are declared so, too, are left out. */
export const listUnderscored = ({ description }: Route): readonly string[] => {
  const data = (description?.request?.['properties'] as any)?.data;
  const names = Object.keys(objectOf(objectOf(data ?? {}).properties?.attributes ?? {}).properties ?? {});
  const underscored = names.filter((name) => name.includes('-')).map((name) => name.replaceAll('-', '_'));
  return underscored.filter((name) => !names.includes(name));
};

/** The schema of the documents that a read responds with; undefined: it is no JSON:API document. */
export const documentSchemaOf = ({ description }: Route): any => {
  const data = (description?.responses[200]?.['properties'] as any)?.data;
  const one = data?.items ?? data;
  return one?.properties?.attributes === undefined ? undefined : one.properties;
};
export const isList = ({ description }: Route): boolean => (description?.responses[200]?.['properties'] as any)?.data?.type === 'array';

/** Another value than this one that fits the schema; undefined: nobody knows one. */
export const changeValue = (schema: any, value: unknown): unknown => {
  if (schema.enum) return schema.enum.find((one: unknown) => one !== value && one !== null);
  const types: readonly string[] = [schema.type].flat();
  if (types.includes('boolean')) return value !== true;
  if (types.includes('integer')) return typeof value === 'number' ? value + 1 : 1;
  if (types.includes('string')) return typeof value === 'string' && value !== '' ? `${value}x` : 'changed';
  if (types.includes('array') && schema.items?.type === 'string') return ['changed'];
  return undefined;
};
