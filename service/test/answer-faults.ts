/** Holds every answer of a service in this process against the service's own OpenAPI document. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { toHostedOpenApi } from '@slipway/declarations/dialects/hosted-openapi';
import { resources } from '@slipway/declarations/resources';
import { renderOpenApi } from '../src/control/openapi/document.ts';
import { withoutParameterNames } from '../src/http/operation.ts';
import type { ApiDefinition } from '../src/pipeline/api-definition.ts';
import type { ObservedAnswer } from '../src/pipeline/request-state.ts';
import { createDocumentValidators } from './document-validators.ts';
import { createSchemaJudge } from './schema-judge.ts';
import { vendorDeviations } from './vendor-deviations.ts';
import { listVendorDeviations } from './vendor-document.ts';

/** What the runner of tests reports as failed when the file is done; it is another bundle than the tests. */
const faultsKey = Symbol.for('slipway: answers that contradict the OpenAPI document');
export const faults = ((globalThis as any)[faultsKey] ??= new Set<string>()) as Set<string>;

interface ApiDocument {
  readonly document: any;
  /** By `get /path/{}`. */
  readonly operations: ReadonlyMap<string, any>;
  /** Whether a body matches a schema of the document; undefined: only the validator can decide. */
  readonly fits: (schema: object, body: unknown) => boolean | undefined;
  /** The messages of the validator, which take much longer to create. */
  readonly validatorOf: (schema: object) => ValidateFunction;
}
const documents = { neutral: new WeakMap<ApiDefinition, ApiDocument>(), hosted: new WeakMap<ApiDefinition, ApiDocument>() };

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The document, in which an object that lists its members has no others: unless its schema says so, or is a part of `allOf`. */
const closeObjects = (schema: any, isPart = false): any => {
  if (Array.isArray(schema)) return schema.map((one) => closeObjects(one, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, closeObjects(one, name === 'allOf')]));
  const isListed = schema.properties !== undefined && schema.additionalProperties === undefined && schema.type !== undefined;
  return isListed && !isPart ? { ...closed, additionalProperties: false } : closed;
};

const resolve = (document: any, entry: any): any =>
  entry?.$ref === undefined
    ? entry
    : entry.$ref
        .slice(2)
        .split('/')
        .reduce((at: any, step: string) => at[step], document);

/** Remembers what was made of an object. */
const once = <T extends object, R>(make: (from: T) => R): ((from: T) => R) => {
  const made = new WeakMap<T, R>();
  return (from) => {
    if (!made.has(from)) made.set(from, make(from));
    return made.get(from)!;
  };
};
/** Schemas of a document are closed on demand, because few are used. */
const judgeOf = (document: any): Pick<ApiDocument, 'fits' | 'validatorOf'> => {
  const close = once((schema: object) => closeObjects(schema));
  const fits = createSchemaJudge(($ref) => close(resolve(document, { $ref })));
  let validators: ReturnType<typeof createDocumentValidators> | undefined;
  return {
    fits: (schema, body) => fits(close(schema), body),
    validatorOf: (schema) => (validators ??= createDocumentValidators(closeObjects(document.components)))(close(schema)),
  };
};

const readDocument = (api: ApiDefinition, dialect: 'neutral' | 'hosted'): ApiDocument => {
  const known = documents[dialect].get(api);
  if (known) return known;
  const declared = Object.values(resources).filter(({ service }) => service === api.name);
  const neutral = renderOpenApi(api, declared, '');
  const document: any = dialect === 'hosted' ? toHostedOpenApi(neutral, api.name) : neutral;
  const operations = new Map<string, any>();
  for (const [path, item] of Object.entries<any>(document.paths)) {
    const full = withoutParameterNames(item.servers ? path : `${api.basePath}${path}`);
    for (const method of methods) if (item[method]) operations.set(`${method} ${full}`, item[method]);
    for (const [method, operation] of Object.entries<any>(item['x-additionalOperations'] ?? {}))
      operations.set(`${method.toLowerCase()} ${full}`, operation);
  }
  const created = { document, operations, ...judgeOf(document) };
  documents[dialect].set(api, created);
  return created;
};

const findOperation = ({ api, dialect, route, method }: ObservedAnswer): any => {
  const path = route!.endpoint.split(' ')[1]!;
  const full = withoutParameterNames(`${route!.atRoot ? '' : api.basePath}${path}`);
  return readDocument(api, dialect).operations.get(`${method === 'HEAD' ? 'get' : method.toLowerCase()} ${full}`);
};

const describe = ({ instancePath, message, params }: ErrorObject): string =>
  `body${instancePath} ${message}${params['additionalProperty'] === undefined ? '' : `: ${params['additionalProperty']}`}`;

const validate = ({ fits, validatorOf }: ApiDocument, schema: object, body: unknown): string | undefined => {
  if (fits(schema, body)) return undefined;
  const check = validatorOf(schema);
  return check(body) ? undefined : (check.errors ?? []).slice(0, 3).map(describe).join(', ');
};

const isJson = (headers: { readonly [name: string]: string }): boolean =>
  /^application\/(?:vnd\.api\+)?json\b/.test(headers['content-type'] ?? '');

const typeOf = (headers: ObservedAnswer['response']['headers']): string => (headers['content-type'] ?? '').split(';')[0]!;

/** A file or a text: the response has its media type, or any. */
const findFileFault = (entry: any, headers: ObservedAnswer['response']['headers'], body: unknown): string | undefined => {
  const type = typeOf(headers);
  const types = Object.keys(entry.content ?? {});
  if ((body instanceof Uint8Array && body.byteLength === 0) || types.includes(type) || types.includes('*/*')) return undefined;
  return `the document does not say that a response is ${type}; it has ${types.join(', ') || 'no body'}`;
};

/** Why an answer contradicts the document; undefined: it does not. */
export const findAnswerFault = (answer: ObservedAnswer): string | undefined => {
  const { api, method, dialect, response } = answer;
  const operation = findOperation(answer);
  if (!operation) return 'the document does not have the operation';
  const known = readDocument(api, dialect);
  const { status, body, headers } = response;
  const entry = resolve(
    known.document,
    operation.responses[status] ?? (status < 400 ? operation.responses['2XX'] : operation.responses.default),
  );
  if (!entry) return `the document has no response ${status}; it has ${Object.keys(operation.responses).join(', ')}`;
  if (method === 'HEAD' || body === undefined || body === '') return undefined;
  if (typeof body !== 'string' || !isJson(headers)) return status < 400 ? findFileFault(entry, headers, body) : undefined;
  const schema = entry.content?.[status < 400 ? typeOf(headers) : api.mediaType]?.schema;
  if (!schema && entry.content) return findFileFault(entry, headers, body);
  if (!schema) return operation.responses['2XX'] ? undefined : `the document says that a response ${status} has no body`;
  if (api.name === 'ci' && dialect === 'hosted' && body.includes('"avatar_url":null')) return 'avatar_url is null, which no client expects';
  return validate(known, schema, JSON.parse(body));
};

/** Answers of each API without a fault, with all that decides about them: most that a law of all routes is given repeat an earlier one. */
const judged = new WeakMap<ApiDefinition, Set<string>>();
/** Characters of a body, and answers, that are kept. */
const most = { body: 16_384, answers: 4_000 };

const keyOf = ({ route, method, dialect, response: { status, headers, body } }: ObservedAnswer): string | undefined =>
  typeof body === 'string' && body.length <= most.body
    ? `${dialect} ${method} ${route!.atRoot ? '/' : ''}${route!.endpoint} ${status} ${headers['content-type']}\n${body}`
    : undefined;

/** To be given to a service as `observe`. */
export const noteAnswerFault = (answer: ObservedAnswer): void => {
  if (!answer.route || answer.response.status === 0) return;
  const key = keyOf(answer);
  const known = judged.get(answer.api) ?? new Set();
  if (key !== undefined && known.has(key)) return;
  const deviations = listVendorDeviations(answer).filter((line) => !vendorDeviations[answer.api.name].has(line));
  for (const line of deviations) faults.add(`the vendor's document says otherwise: ${line}`);
  const fault = findAnswerFault(answer);
  if (fault !== undefined)
    faults.add(`${answer.method} ${answer.route.endpoint.split(' ')[1]} (${answer.dialect}) answered ${answer.response.status}: ${fault}`);
  // Each file has its own faults.
  else if (key !== undefined && deviations.length === 0) {
    if (known.size >= most.answers) known.clear();
    judged.set(answer.api, known.add(key));
  }
};
