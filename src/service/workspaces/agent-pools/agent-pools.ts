import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredAgentPool } from './stored.ts';

const renderAgentPool = ({ id, body }: StoredRecord<StoredAgentPool>): ResourceObject => ({
  id,
  type: 'agent-pools',
  attributes: { name: body.name, 'organization-scoped': body.organizationScoped, 'agent-count': 0, 'created-at': body.createdAt },
  relationships: { organization: renderToOne('organizations', body.organization) },
  links: { self: `/api/v2/agent-pools/${id}` },
});

const requireAgentPool = async (ctx: RequestContext, managing: boolean): Promise<StoredRecord<StoredAgentPool>> => {
  const id = ctx.params['agent_pool_id']!;
  return requireMemberRecord(
    ctx,
    await ctx.tx.get<StoredAgentPool>('agent-pools', id),
    `the agent pool ${id}`,
    managing && 'manage-agent-pools',
  );
};

export const routes = [
  route('GET /organizations/{organization_name}/agent-pools', async (ctx) => {
    const { body } = await requireOrganization(ctx);
    const q = ctx.query.get('q');
    return listResources<StoredAgentPool>(
      ctx,
      { kind: 'agent-pools', scope: body.name, ...(q ? { nameContains: q } : {}) },
      async (records) => records.map(renderAgentPool),
    );
  }),
  route('POST /organizations/{organization_name}/agent-pools', async (ctx) => {
    const {
      body: { name: organization },
    } = await requireOrganization(ctx);
    requireOrganizationRight(ctx, organization, 'manage-agent-pools');
    const { attributes } = parseDocument(ctx, 'agent-pools');
    throwIfInvalid(validateTypes(attributes, { name: 'name!', 'organization-scoped': 'flag' }, true));
    const name = attributes['name'] as string;
    return createdDocument(
      renderAgentPool(
        await ctx.tx.insert<StoredAgentPool>({
          id: ctx.newId('apool'),
          kind: 'agent-pools',
          scope: organization,
          key: name,
          name,
          body: {
            name,
            organization,
            organizationScoped: (attributes['organization-scoped'] as boolean | undefined) ?? true,
            createdAt: ctx.clock.now().toISOString(),
          },
        }),
      ),
    );
  }),
  route('GET /agent-pools/{agent_pool_id}', async (ctx) => okDocument(renderAgentPool(await requireAgentPool(ctx, false)))),
  route('PATCH /agent-pools/{agent_pool_id}', async (ctx) => {
    const pool = await requireAgentPool(ctx, true);
    const { attributes } = parseDocument(ctx, 'agent-pools');
    throwIfInvalid(validateTypes(attributes, { name: 'name!', 'organization-scoped': 'flag' }, false));
    const name = (attributes['name'] as string | undefined) ?? pool.body.name;
    const organizationScoped = (attributes['organization-scoped'] as boolean | undefined) ?? pool.body.organizationScoped;
    return okDocument(
      renderAgentPool(await ctx.tx.update<StoredAgentPool>(pool, { body: { ...pool.body, name, organizationScoped }, key: name, name })),
    );
  }),
  route('DELETE /agent-pools/{agent_pool_id}', async (ctx) => {
    const pool = await requireAgentPool(ctx, true);
    const users = await ctx.tx.count({
      kind: 'workspaces',
      scope: pool.scope,
      body: [{ path: 'attributes.agent-pool-id', is: pool.id }],
    });
    if (users > 0) throw conflict(`${users} workspaces run on this agent pool; give them another first`);
    await ctx.tx.delete('agent-pools', pool.id);
    return noContent;
  }),
];
