import { arrayValue, freeObject, nullable, objectValue, partialObject, stringValue } from '../../http/body-schemas.ts';
import { Problem, StandardRefusal } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { objectMember, optionalMember, parseCiBody, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { GraphqlFault } from './graphql-fault.ts';
import { parseQuery, type SelectedField } from './parse-query.ts';
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

/** Answers a request that has one query or mutation of a fixed list. */
const answerQuery = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const sent = parseCiBody(ctx, {
    query: requiredMember(queryMember),
    variables: optionalMember(variablesMember),
    operationName: optionalMember(nameMember),
  }) as { readonly query: string; readonly variables?: { readonly [name: string]: unknown } | null };
  try {
    const { kind, fields } = parseQuery(sent.query, sent.variables ?? {});
    const [field, ...more] = fields;
    if (!field || more.length > 0) throw new GraphqlFault('expected one field in the operation');
    return ciOk({ data: { [field.alias]: await answerField(ctx, kind, field) } });
  } catch (error) {
    const isRefusal = error instanceof GraphqlFault || (error instanceof Problem && error.status < 500);
    if (!isRefusal) throw error;
    // Thrown, so that the transaction is undone.
    throw new StandardRefusal(ciOk({ data: null, errors: [{ message: error.message }] }));
  }
};

export const routes = [
  route(`POST ${graphqlPath}`, answerQuery, {
    atRoot: true,
    description: {
      summary:
        'Answers a GraphQL query of a fixed list: organization, contexts, context, me, registryNamespace, deleteContext, createNamespace.',
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
