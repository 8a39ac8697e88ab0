import { Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteContexts } from '../contexts/delete-context.ts';
import { requireContext, requireWritableContext } from '../contexts/require-context.ts';
import { createNamespace, importNamespace } from '../namespaces/create-namespace.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById, requireOrganizationBySlug } from '../organizations/require-organization.ts';
import { requireCiUser } from '../organizations/users.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import { listContextObjects, toContextObjects } from './context-objects.ts';
import { type Arguments, idArgument, inputArgument, textArgument } from './arguments.ts';
import { orbMutations, orbQueries } from './orb-fields.ts';
import type { GraphqlOperation } from './parse-query.ts';
import type { GraphqlObject } from './select-fields.ts';

/** Resolves a root field to an object; null if there is no such object. */
export type RootField = (ctx: RequestContext<Transaction>, given: Arguments) => Promise<GraphqlObject | null>;

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

const removeContext: RootField = async (ctx, given) => {
  const input = inputArgument(given);
  await deleteContexts(ctx.tx, [(await requireWritableContext({ ...ctx, params: { 'context-id': idArgument(input, 'contextId') } })).id]);
  return { clientMutationId: input['clientMutationId'] ?? null };
};

/** Refusals are returned in the object's `errors`, as clients expect. */
const withNamespace =
  (find: (ctx: RequestContext, given: Arguments) => Promise<StoredRecord<CiOrganization>>): RootField =>
  async (ctx, given) => {
    try {
      const organization = await find(ctx, given);
      return { namespace: { id: organization.id, name: organization.body.name }, errors: [] };
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
    ...orbQueries,
  },
  mutation: {
    deleteContext: removeContext,
    createNamespace: withNamespace((ctx, given) => createNamespace(ctx, textArgument(given, 'name'), idArgument(given, 'organizationId'))),
    importNamespace: withNamespace((ctx, given) => importNamespace(ctx, textArgument(given, 'name'))),
    ...orbMutations,
  },
};
