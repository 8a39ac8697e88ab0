import { type Resource, type Endpoint } from '../../../declare/index.ts';
import type { JsonSchema } from '../../../derive/index.ts';
import type { DocumentFormat } from '../../../dialects/index.ts';
import { documentsTaken } from '../../deprecations.ts';
import { operationOf } from '../../operation.ts';
import type { Surface } from '../../surface.ts';
import { documentSchema } from './wire-schema.ts';

export interface Answered { readonly schema?: JsonSchema; /** The parameters of a list. */ readonly list?: readonly object[] }
export interface Bodies {
  /** What a request's body is: one component, or one of several; undefined: no declaration knows. */
  asked(operation: string): JsonSchema | undefined;
  answered(operation: string): Answered;
  readonly schemas: { readonly [name: string]: JsonSchema };
}

const unnamed = (row: string): string => row.split('?')[0]!.replaceAll(/\{[^}]+\}/g, '{}');

const pages: { readonly [service in Surface['name']]: readonly object[] } = {
  workspaces: ['page[number]', 'page[size]'].map((name) => ({ name, in: 'query', schema: { type: 'integer', minimum: 1, ...(name === 'page[size]' ? { maximum: 100, default: 20 } : {}) } })),
  ci: [{ name: 'page-token', in: 'query', schema: { type: 'string' }, description: 'The `next_page_token` of the page before.' }],
};

const around = (dialect: DocumentFormat, type: string, inner: JsonSchema, side: 'asked' | 'answered'): JsonSchema => {
  if (dialect.root === null) return inner;
  return {
    ...inner, required: ['type', ...(inner['required'] as string[] | undefined ?? []), ...(side === 'answered' ? ['id'] : [])],
    properties: { type: { type: 'string', const: type }, id: { type: 'string' }, ...inner['properties'] as object },
  };
};
const document = (dialect: DocumentFormat, schema: JsonSchema): JsonSchema => (dialect.root === null ? schema : { type: 'object', required: ['data'], properties: { data: schema } });
const listOf = (dialect: DocumentFormat, schema: JsonSchema): JsonSchema => (dialect.root === null
  ? { type: 'object', properties: { items: { type: 'array', items: schema }, next_page_token: { type: ['string', 'null'] } } }
  : { type: 'object', required: ['data'], properties: { data: { type: 'array', items: schema }, links: { type: 'object' }, meta: { type: 'object' } } });

/** Which requests and answers of a service are documents of a declaration, and their schemas in the wire's names. */
export const bodiesOf = (surface: Surface, dialect: DocumentFormat, declared: readonly Resource[]): Bodies => {
  const schemas: Record<string, JsonSchema> = {};
  const asked = new Map<string, Set<string>>();
  const ask = (operation: string, component: string): void => { asked.set(operation, (asked.get(operation) ?? new Set()).add(component)); };
  const answered = new Map<string, Answered>();
  const operations = surface.routes.flatMap((route) => route.row.split(' ')[0]!.split('|').map((method) => operationOf(route, method)));
  const named = (row: string | undefined): readonly string[] => (row === undefined ? [] : operations.filter((operation) => unnamed(operation) === unnamed(row)));

  for (const one of declared) {
    const { create, read, update, list } = one.endpoints as { readonly [verb in 'create' | 'read' | 'update' | 'list']?: Endpoint };
    const component = (suffix: string, schema: JsonSchema): string => { schemas[one.name + suffix] ??= { title: one.name, description: one.doc, ...schema }; return one.name + suffix; };
    const shown = { $ref: `#/components/schemas/${component('', around(dialect, one.type, documentSchema(dialect, one.attributes, '', 'answered'), 'answered'))}` };
    for (const operation of [...named(create), ...named(read), ...named(update)]) answered.set(operation, { schema: document(dialect, shown) });
    for (const operation of named(list)) answered.set(operation, { schema: listOf(dialect, shown), list: pages[surface.name] });
    for (const operation of named(create)) ask(operation, component('_create', document(dialect, around(dialect, one.type, documentSchema(dialect, one.attributes, create!, 'asked'), 'asked'))));
    if (update === undefined || unnamed(update) === unnamed(create ?? '')) continue;
    const { required, ...loose } = documentSchema(dialect, Object.fromEntries(Object.entries(one.attributes).map(([name, attribute]) => [name, attribute.mode === 'required' ? { ...attribute, mode: 'optional' as const } : attribute])), update, 'asked');
    const taken = documentsTaken(surface.routes, [{ block: { ...one, form: 'resource' } as never, rows: [update] }]);
    const rows = surface.routes.filter((route) => taken.has(route)).flatMap((route) => route.row.split(' ')[0]!.split('|').map((method) => operationOf(route, method)));
    for (const operation of rows) ask(operation, component('_update', document(dialect, around(dialect, one.type, loose, 'asked'))));
  }
  const refs = (names: ReadonlySet<string>): JsonSchema => {
    const all = [...names].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    return all.length === 1 ? all[0]! : { anyOf: all };
  };
  return { asked: (operation) => { const names = asked.get(operation); return names && refs(names); }, answered: (operation) => answered.get(operation) ?? {}, schemas };
};
