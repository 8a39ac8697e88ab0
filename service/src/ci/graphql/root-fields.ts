import { Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteContexts } from '../contexts/delete-context.ts';
import { requireContext, requireWritableContext } from '../contexts/require-context.ts';
import { createNamespace } from '../namespaces/create-namespace.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { requireCiUser } from '../organizations/users.ts';
import { requireNamespace } from '../self-hosted-runners/require-resource-class.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import { isUuid } from '../slugs/short-id.ts';
import { listContextObjects, toContextObjects } from './context-objects.ts';
import { GraphqlFault } from './graphql-fault.ts';
import type { GraphqlOperation, GraphqlValue, SelectedField } from './parse-query.ts';
import type { GraphqlObject } from './select-fields.ts';

type Arguments = SelectedField['arguments'];
/** Resolves a root field to an object; null if there is no such object. */
type RootField = (ctx: RequestContext<Transaction>, given: Arguments) => Promise<GraphqlObject | null>;

const textArgument = (given: { readonly [name: string]: GraphqlValue }, name: string): string => {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (typeof value !== 'string' || value === '') throw new GraphqlFault(`the argument ${name} is required: expected a string`);
  return value;
};
const idArgument = (given: { readonly [name: string]: GraphqlValue }, name: string): string => {
  const value = textArgument(given, name);
  if (!isUuid(value)) throw new GraphqlFault(`the argument ${name} is not a UUID`);
  return value.toLowerCase();
};
const inputArgument = (given: Arguments): { readonly [name: string]: GraphqlValue } => {
  const { input } = given;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new GraphqlFault('the argument input is required');
  return input as { readonly [name: string]: GraphqlValue };
};

const renderOrganization = (ctx: RequestContext, { id, body }: StoredRecord<CiOrganization>): GraphqlObject => ({
  id,
  name: body.host === 'native' ? body.name : body.hostName,
  vcsType: codeHostNames(body.host, ctx.dialect).longCode.toUpperCase(),
  contexts: () => listContextObjects(ctx, id),
});

const findOrganization: RootField = async (ctx, given) => {
  if (given['id'] !== undefined) return renderOrganization(ctx, await requireOrganizationById(ctx, idArgument(given, 'id')));
  const [host, name] = [textArgument(given, 'vcsType').toLowerCase(), textArgument(given, 'name')];
  return renderOrganization(ctx, (await requireOrganizationBySlug(ctx, host, name)).organization);
};

const findContext: RootField = async (ctx, given) => {
  const context = await requireContext({ ...ctx, params: { 'context-id': idArgument(given, 'id') } });
  return toContextObjects(ctx, context.scope, [context])[0]!;
};

const renderNamespace = ({ id, body }: StoredRecord<CiOrganization>): GraphqlObject => ({ id, name: body.name });

const removeContext: RootField = async (ctx, given) => {
  const input = inputArgument(given);
  await deleteContexts(ctx.tx, [(await requireWritableContext({ ...ctx, params: { 'context-id': idArgument(input, 'contextId') } })).id]);
  return { clientMutationId: input['clientMutationId'] ?? null };
};

/** Refusals are returned in the object's `errors`, as clients expect. */
const claimNamespace: RootField = async (ctx, given) => {
  try {
    const organization = await createNamespace(ctx, textArgument(given, 'name'), idArgument(given, 'organizationId'));
    return { namespace: renderNamespace(organization), errors: [] };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return { namespace: null, errors: [{ message: error.message, type: 'NAMESPACE_ERROR' }] };
  }
};

/** All that can be asked for. */
export const rootFields: { readonly [kind in GraphqlOperation['kind']]: { readonly [name: string]: RootField } } = {
  query: {
    organization: findOrganization,
    contexts: async (ctx, given) => listContextObjects(ctx, (await requireOrganizationById(ctx, idArgument(given, 'ownerId'))).id),
    context: findContext,
    me: async (ctx) => {
      const { body } = await requireCiUser(ctx);
      return { id: body.uuid, login: body.name, name: body.name };
    },
    registryNamespace: async (ctx, given) => renderNamespace(await requireNamespace(ctx, textArgument(given, 'name'))),
  },
  mutation: { deleteContext: removeContext, createNamespace: claimNamespace },
};
