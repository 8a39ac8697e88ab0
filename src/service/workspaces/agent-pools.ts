import { type Doc, toOne } from '../json-api/document.ts';
import { mistyped } from '../json-api/mistyped.ts';
import { listed } from '../json-api/page.ts';
import { sent } from '../json-api/read.ts';
import { created, noContent, ok } from '../json-api/reply.ts';
import { conflict, refuse } from '../problem.ts';
import { type Asking, route } from '../route.ts';
import type { Rec } from '../store/store.ts';
import { needIn, organizationHere, ofMember } from './permissions.ts';
import type { AgentPool } from './stored.ts';

const render = ({ id, body }: Rec<AgentPool>): Doc => ({
  id, type: 'agent-pools',
  attributes: { name: body.name, 'organization-scoped': body.organizationScoped, 'agent-count': 0, 'created-at': body.createdAt },
  relationships: { organization: toOne('organizations', body.organization) },
  links: { self: `/api/v2/agent-pools/${id}` },
});

const poolHere = async (asking: Asking, managing: boolean): Promise<Rec<AgentPool>> => {
  const id = asking.params['agent_pool_id']!;
  return ofMember(asking, await asking.tx.get<AgentPool>('agent-pools', id), `the agent pool ${id}`, managing && 'manage-agent-pools');
};

export const routes = [
  route('GET /organizations/{organization_name}/agent-pools', async (asking) => {
    const { body } = await organizationHere(asking);
    const q = asking.query.get('q');
    return listed<AgentPool>(asking, { kind: 'agent-pools', scope: body.name, ...(q ? { nameContains: q } : {}) }, async (records) => records.map(render));
  }),
  route('POST /organizations/{organization_name}/agent-pools', async (asking) => {
    const { body: { name: organization } } = await organizationHere(asking);
    needIn(asking, organization, 'manage-agent-pools');
    const { attributes } = sent(asking, 'agent-pools');
    refuse(mistyped(attributes, { name: 'text!', 'organization-scoped': 'flag' }, true));
    const name = attributes['name'] as string;
    return created(render(await asking.tx.insert<AgentPool>({ id: asking.newId('apool'), kind: 'agent-pools', scope: organization, key: name, name, body: {
      name, organization, organizationScoped: (attributes['organization-scoped'] as boolean | undefined) ?? true, createdAt: asking.clock.now().toISOString(),
    } })));
  }),
  route('GET /agent-pools/{agent_pool_id}', async (asking) => ok(render(await poolHere(asking, false)))),
  route('PATCH /agent-pools/{agent_pool_id}', async (asking) => {
    const pool = await poolHere(asking, true);
    const { attributes } = sent(asking, 'agent-pools');
    refuse(mistyped(attributes, { name: 'text!', 'organization-scoped': 'flag' }, false));
    const name = (attributes['name'] as string | undefined) ?? pool.body.name;
    const organizationScoped = (attributes['organization-scoped'] as boolean | undefined) ?? pool.body.organizationScoped;
    return ok(render(await asking.tx.update<AgentPool>(pool, { body: { ...pool.body, name, organizationScoped }, key: name, name })));
  }),
  route('DELETE /agent-pools/{agent_pool_id}', async (asking) => {
    const pool = await poolHere(asking, true);
    const users = await asking.tx.count({ kind: 'workspaces', scope: pool.scope, body: [{ path: 'attributes.agent-pool-id', is: pool.id }] });
    if (users > 0) throw conflict(`${users} workspaces run on this agent pool; give them another first`);
    await asking.tx.delete('agent-pools', pool.id);
    return noContent;
  }),
];
