import { arrayValue, freeObject, nullable, objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import { Problem, StandardRefusal } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { objectMember, optionalMember, parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { GraphqlFault } from './graphql-fault.ts';
import { type GraphqlOperation, parseQuery, type SelectedField } from './parse-query.ts';
import { prepareOrbs } from './prepare-orbs.ts';
import { rootFields } from './root-fields.ts';
import { selectFields } from './select-fields.ts';

const graphqlPath = '/graphql-unstable';

const queryMember = { description: 'a query', accepts: (value: unknown) => typeof value === 'string' };
const nameMember = { description: 'the name of the operation', accepts: (value: unknown) => value === null || typeof value === 'string' };
const variablesMember = { description: 'an object', accepts: (value: unknown) => value === null || objectMember.accepts(value) };

const answerField = async (ctx: RequestContext<Transaction>, kind: 'query' | 'mutation', field: SelectedField): Promise<object | null> => {
  const known = rootFields[kind];
  const load = Object.hasOwn(known, field.name) ? known[field.name] : undefined;
  if (!load) throw new GraphqlFault(`there is no ${kind} "${field.name.slice(0, 60)}" here; expected ${Object.keys(known).join(', ')}`);
  if (field.selection.length === 0) throw new GraphqlFault(`the field ${field.name} needs a selection of its fields`);
  const object = await load(ctx, field.arguments);
  return object && selectFields(object, field.selection);
};

/** How many fields an operation may ask for at its root. */
const maxRootFields = 10;

interface SentQuery {
  readonly query: string;
  readonly variables?: { readonly [name: string]: unknown } | null;
}
const parseBody = (ctx: PreparationContext | RequestContext): SentQuery =>
  parseCiBody(ctx, {
    query: requiredMember(queryMember),
    variables: optionalMember(variablesMember),
    operationName: optionalMember(nameMember),
  }) as unknown as SentQuery;

const parseOperation = (sent: SentQuery): GraphqlOperation => {
  const operation = parseQuery(sent.query, sent.variables ?? {});
  const { length } = operation.fields;
  if (length === 0 || length > (operation.kind === 'query' ? maxRootFields : 1))
    throw new GraphqlFault(`expected one field in a mutation, and from 1 to ${maxRootFields} in a query`);
  return operation;
};

/** Runs a step; what is refused is one of `errors`. It is thrown, so that the transaction is undone. */
const withRefusals = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    const isRefusal = error instanceof GraphqlFault || (error instanceof Problem && error.status < 500);
    if (!isRefusal) throw error;
    throw new StandardRefusal(ciOk({ data: null, errors: [{ message: error.message }] }));
  }
};

/** Answers a request that has queries, or one mutation, of a fixed list. */
const answerQuery = (ctx: RequestContext<Transaction>): Promise<RouteResponse> =>
  withRefusals(async () => {
    const { kind, fields } = parseOperation(parseBody(ctx));
    const data: { [alias: string]: object | null } = {};
    for (const field of fields)
      Object.defineProperty(data, field.alias, { value: await answerField(ctx, kind, field), enumerable: true, configurable: true });
    return ciOk({ data });
  });

/** A body of another shape is 400, as elsewhere. */
const prepare = async (ctx: PreparationContext) => {
  const sent = parseBody(ctx);
  return withRefusals(() => prepareOrbs(ctx, parseOperation(sent).fields));
};

export const routes = [
  route(`POST ${graphqlPath}`, answerQuery, {
    atRoot: true,
    prepare,
    description: {
      summary:
        'Answers GraphQL queries of a fixed list: organization, contexts, context, me, registryNamespace, orb, orbs, orbVersion, ' +
        'orbCategories, orbCategoryByName, orbConfig; and mutations: deleteContext, createNamespace, createOrb, publishOrb, promoteOrb, ' +
        'setOrbListStatus, addCategorizationToOrb, removeCategorizationFromOrb, importNamespace, importOrb, importOrbVersion.',
      request: {
        ...partialObject({ query: stringValue, variables: nullable(freeObject), operationName: nullable(stringValue) }),
        required: ['query'],
      },
      responses: { 200: objectValue({ data: nullable(freeObject) }, { errors: arrayValue(objectValue({ message: stringValue })) }) },
      example: {
        query: 'query($id: ID!) { organization(id: $id) { id name vcsType } }',
        variables: { id: '5b0f7c1e-6a53-4c0e-9a52-0d6f4a1be001' },
      },
    },
  }),
];
