/** Where requests take members that are stored sealed, by the OpenAPI documents of the services. */
import type { WireDialect } from '@slipway/declarations/dialects';
import { toHostedOpenApi } from '@slipway/declarations/dialects/hosted-openapi';
import { resources } from '@slipway/declarations/resources';
import { renderOpenApi } from '../../../src/control/openapi/document.ts';
import { apiDefinitions } from '../../../src/service.ts';

/** Names of members that a request sends and the store seals, in any of its documents. */
export const sealedNames: ReadonlySet<string> = new Set([
  'value',
  'token',
  'url',
  'hmac-key',
  'secret',
  'private-key',
  'oauth-token-string',
  'ssh-key',
  'default',
  'state',
  'json-state',
  'json-state-outputs',
  'signing-secret',
  'continuation-key',
]);

/** Steps from a body to a member; `0`: of the first item. */
export type MemberPath = readonly string[];

const listPaths = (
  schemas: any,
  schema: any,
  path: MemberPath,
  isSought: (name: string, schema: any) => boolean,
): readonly MemberPath[] => {
  if (typeof schema !== 'object' || schema === null || path.length > 9) return [];
  if (schema.$ref) return listPaths(schemas, schemas[schema.$ref.split('/').at(-1)], path, isSought);
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((word) => (schema[word] ?? []).flatMap((one: any) => listPaths(schemas, one, path, isSought))),
    ...(schema.items ? listPaths(schemas, schema.items, [...path, '0'], isSought) : []),
    ...Object.entries<any>(schema.properties ?? {}).flatMap(([name, member]) => [
      ...(isSought(name, member) && !path.includes('tag-bindings') ? [[...path, name]] : []),
      ...listPaths(schemas, member, [...path, name], isSought),
    ]),
  ];
};

const isText = ({ type }: any): boolean => [type].flat().includes('string');

/** By endpoint of a service, in the words of a dialect: its members that are sealed, and all that are texts. */
export const listMemberPaths = (
  service: 'workspaces' | 'ci',
  dialect: WireDialect,
): ReadonlyMap<string, { readonly sealed: readonly MemberPath[]; readonly texts: readonly MemberPath[] }> => {
  const api = apiDefinitions.find(({ name }) => name === service)!;
  const neutral = renderOpenApi(
    api,
    Object.values(resources).filter((one) => one.service === service),
    '',
  );
  const { paths, components } = (dialect === 'hosted' ? toHostedOpenApi(neutral, service) : neutral) as any;
  const distinct = (found: readonly MemberPath[]): readonly MemberPath[] => [
    ...new Map(found.map((path) => [path.join('/'), path])).values(),
  ];
  return new Map(
    Object.entries<any>(paths).flatMap(([path, item]) =>
      ['post', 'put', 'patch'].flatMap((method) => {
        const contents = Object.values<any>(item[method]?.requestBody?.content ?? {});
        const list = (isSought: (name: string, schema: any) => boolean) =>
          distinct(contents.flatMap(({ schema }) => listPaths(components?.schemas ?? {}, schema, [], isSought)));
        const sealed = list((name) => sealedNames.has(name));
        const texts = list((_, schema) => isText(schema));
        return texts.length + sealed.length === 0 ? [] : [[`${method.toUpperCase()} ${path}`, { sealed, texts }] as const];
      }),
    ),
  );
};

/** The document with a value at a path; what holds it is made where it is not there. */
export const placeValue = (document: unknown, [step, ...rest]: MemberPath, value: unknown): unknown => {
  if (step === undefined) return value;
  if (step === '0') {
    const [first, ...others] = Array.isArray(document) ? (document as readonly unknown[]) : [];
    return [placeValue(first, rest, value), ...others];
  }
  const members =
    typeof document === 'object' && document !== null && !Array.isArray(document) ? (document as Record<string, unknown>) : {};
  return { ...members, [step]: placeValue(members[step], rest, value), ...(step === 'value' ? { sensitive: true } : {}) };
};
