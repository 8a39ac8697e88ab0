/** Holds answers of the hosted dialect against the vendors' own OpenAPI documents, where they are beside the checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { withoutParameterNames } from '../src/http/operation.ts';
import type { ObservedAnswer } from '../src/pipeline/request-state.ts';
import { createDocumentValidators } from './document-validators.ts';
import { createSchemaJudge } from './schema-judge.ts';

const folders = { workspaces: 'hcp-terraform-openapi', ci: 'circleci-openapi' } as const;
/** Tests run in the checkout. */
export const vendorDocumentPath = (name: keyof typeof folders): string =>
  join(process.cwd(), '..', 'shared', 'data', folders[name], 'spec.json');

/** OpenAPI 3.0 as JSON Schema: `nullable` is a type, formats and read-only are annotations. */
const toJsonSchema = (schema: any): any => {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, 'x-nullable': alsoNullable, example: _example, ...rest } = schema;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, toJsonSchema(value)]));
  return nullable === true || alsoNullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
};

interface VendorDocument {
  /** By `get /path/{}`. */
  readonly operations: ReadonlyMap<string, any>;
  /** Of a schema as the document has it; undefined: only the validator can tell. */
  readonly fits: (schema: object, body: unknown) => boolean | undefined;
  readonly validatorOf: (schema: object) => ValidateFunction;
}
const documents = new Map<string, VendorDocument | undefined>();

const judgeOf = (components: any): Pick<VendorDocument, 'fits' | 'validatorOf'> => {
  const translations = new Map<object, object>();
  const translate = (schema: object): object => {
    if (!translations.has(schema)) translations.set(schema, toJsonSchema(schema));
    return translations.get(schema)!;
  };
  const fits = createSchemaJudge((reference) =>
    translate(
      reference
        .slice('#/components/'.length)
        .split('/')
        .reduce((at, step) => at[step], components),
    ),
  );
  let validators: ReturnType<typeof createDocumentValidators> | undefined;
  return {
    fits: (schema, body) => fits(translate(schema), body),
    validatorOf: (schema) => (validators ??= createDocumentValidators(toJsonSchema(components), { allErrors: true }))(translate(schema)),
  };
};

const loadDocument = (name: keyof typeof folders): VendorDocument | undefined => {
  if (!documents.has(name)) {
    const path = vendorDocumentPath(name);
    if (existsSync(path)) {
      const { paths, components } = JSON.parse(readFileSync(path, 'utf8'));
      const operations = new Map<string, any>();
      for (const [row, item] of Object.entries<any>(paths))
        for (const [method, operation] of Object.entries(item)) operations.set(`${method} ${withoutParameterNames(row)}`, operation);
      documents.set(name, { operations, ...judgeOf(components) });
    } else documents.set(name, undefined);
  }
  return documents.get(name);
};

/** `GET /path/{}` of each operation that the vendor's document has. */
export const vendorOperations = (name: keyof typeof folders): ReadonlySet<string> =>
  new Set([...(loadDocument(name)?.operations.keys() ?? [])].map((key) => key.replace(/^[a-z]+/, (method) => method.toUpperCase())));

const findSchema = (operation: any, status: number): any => {
  const { content = {} } = operation.responses?.[status] ?? operation.responses?.default ?? {};
  return Object.values<any>(content)[0]?.schema;
};

/** `/data/0/id` and `/data/7/id` are one place. */
const generalize = (place: string): string => place.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** What the vendor's document says against an answer, a line for each place; nothing where it does not have the operation. */
export const listVendorDeviations = ({ api, route, method, dialect, response }: ObservedAnswer): readonly string[] => {
  const { status, body, headers } = response;
  if (dialect !== 'hosted' || !route || route.atRoot || status < 200 || status > 299 || typeof body !== 'string') return [];
  if (method === 'HEAD' || !/json/.test(headers['content-type'] ?? '')) return [];
  const known = loadDocument(api.name);
  const path = withoutParameterNames(route.endpoint.split(' ')[1]!);
  const operation = known?.operations.get(`${method.toLowerCase()} ${path}`);
  if (!known || !operation) return [];
  const row = `${method} ${path}`;
  if (!operation.responses?.[status] && !operation.responses?.default) return [`${row}: ${status} is no status of this operation`];
  const schema = findSchema(operation, status);
  if (!schema) return [];
  const value = JSON.parse(body);
  if (known.fits(schema, value)) return [];
  const check = known.validatorOf(schema);
  if (check(value)) return [];
  const lines = (check.errors ?? [])
    .filter(({ keyword }) => !['anyOf', 'oneOf', 'allOf', 'if'].includes(keyword))
    .map(({ instancePath, message }) => `${row}: ${generalize(instancePath)} ${message}`);
  return [...new Set(lines)];
};
