import { type ResourceObject, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { conflict, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requireOrganizationRight, requireOrganization, requireMemberRecord } from '../../access/permissions.ts';
import type { StoredAgentPool } from '../stored.ts';

const renderAgentPool = ({ id, body }: StoredRecord<StoredAgentPool>): ResourceObject => ({
  id,
  type: 'agent-pools',
  attributes: { name: body.name, 'organization-scoped': body.organizationScoped, 'agent-count': 0, 'created-at': body.createdAt },
  relationships: { organization: renderToOne('organizations', body.organization) },
  links: { self: `/api/v2/agent-pools/${id}` },
});

const requireAgentPool = async (asking: RequestContext, managing: boolean): Promise<StoredRecord<StoredAgentPool>> => {
  const id = asking.params['agent_pool_id']!;
  return requireMemberRecord(
    asking,
    await asking.tx.get<StoredAgentPool>('agent-pools', id),
    `the agent pool ${id}`,
    managing && 'manage-agent-pools',
  );
};

export const routes = [
  route('GET /organizations/{organization_name}/agent-pools', async (asking) => {
    const { body } = await requireOrganization(asking);
    const q = asking.query.get('q');
    return listResources<StoredAgentPool>(
      asking,
      { kind: 'agent-pools', scope: body.name, ...(q ? { nameContains: q } : {}) },
      async (records) => records.map(renderAgentPool),
    );
  }),
  route('POST /organizations/{organization_name}/agent-pools', async (asking) => {
    const {
      body: { name: organization },
    } = await requireOrganization(asking);
    requireOrganizationRight(asking, organization, 'manage-agent-pools');
    const { attributes } = parseDocument(asking, 'agent-pools');
    throwIfInvalid(validateTypes(attributes, { name: 'text!', 'organization-scoped': 'flag' }, true));
    const name = attributes['name'] as string;
    return createdDocument(
      renderAgentPool(
        await asking.tx.insert<StoredAgentPool>({
          id: asking.newId('apool'),
          kind: 'agent-pools',
          scope: organization,
          key: name,
          name,
          body: {
            name,
            organization,
            organizationScoped: (attributes['organization-scoped'] as boolean | undefined) ?? true,
            createdAt: asking.clock.now().toISOString(),
          },
        }),
      ),
    );
  }),
  route('GET /agent-pools/{agent_pool_id}', async (asking) => okDocument(renderAgentPool(await requireAgentPool(asking, false)))),
  route('PATCH /agent-pools/{agent_pool_id}', async (asking) => {
    const pool = await requireAgentPool(asking, true);
    const { attributes } = parseDocument(asking, 'agent-pools');
    throwIfInvalid(validateTypes(attributes, { name: 'text!', 'organization-scoped': 'flag' }, false));
    const name = (attributes['name'] as string | undefined) ?? pool.body.name;
    const organizationScoped = (attributes['organization-scoped'] as boolean | undefined) ?? pool.body.organizationScoped;
    return okDocument(
      renderAgentPool(await asking.tx.update<StoredAgentPool>(pool, { body: { ...pool.body, name, organizationScoped }, key: name, name })),
    );
  }),
  route('DELETE /agent-pools/{agent_pool_id}', async (asking) => {
    const pool = await requireAgentPool(asking, true);
    const users = await asking.tx.count({
      kind: 'workspaces',
      scope: pool.scope,
      body: [{ path: 'attributes.agent-pool-id', is: pool.id }],
    });
    if (users > 0) throw conflict(`${users} workspaces run on this agent pool; give them another first`);
    await asking.tx.delete('agent-pools', pool.id);
    return noContent;
  }),
];
