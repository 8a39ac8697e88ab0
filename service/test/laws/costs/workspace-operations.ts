import { createHash } from 'node:crypto';
import { document, many, one } from '../../documents.ts';
import type { CostRequest, CostWorld } from './cost-world.ts';
import { inOrder, type MeasuredOperations, numberedName } from './operations.ts';

const workspace = (name: string) => document('workspaces', { name, description: 'one of many', 'auto-apply': true });
const createWorkspaces = ({ ask }: CostWorld, prefix: string, count: number): Promise<readonly string[]> =>
  inOrder(count, async (at) => (await ask('POST /organizations/acme/workspaces', workspace(numberedName(prefix, at)))).data.id);

const variable = (at: number) => document('vars', { key: numberedName('region', at), value: 'eu-central', category: 'env' });
const createVariables = async (world: CostWorld, prefix: string, count: number) => {
  const [id] = await createWorkspaces(world, prefix, 1);
  const variables = await inOrder<string>(count, async (at) => (await world.ask(`POST /workspaces/${id}/vars`, variable(at))).data.id);
  return { workspace: id!, variables };
};

const variableSet = (name: string) => document('varsets', { name, description: 'one of many', global: false });

/** A state of so many bytes. */
const state = (serial: number, bytes: number): string => {
  const around = `{"version":4,"serial":${serial},"lineage":"l","outputs":{},"resources":[],"check_results":""}`;
  return around.replace('""}', `"${'s'.repeat(bytes - around.length)}"}`);
};
const stateVersions = async (world: CostWorld, prefix: string, count: number, bytes: number): Promise<readonly CostRequest[]> =>
  (await lockedWorkspaces(world, prefix, count)).map((id) => ({
    row: `POST /workspaces/${id}/state-versions`,
    body: document('state-versions', { serial: 1, lineage: 'l', state: Buffer.from(state(1, bytes)).toString('base64') }),
  }));
const lockedWorkspaces = async (world: CostWorld, prefix: string, count: number): Promise<readonly string[]> => {
  const ids = await createWorkspaces(world, prefix, count);
  for (const id of ids) await world.ask(`POST /workspaces/${id}/actions/lock`);
  return ids;
};

/** Path and query of a URL in a document. */
const addressOf = (data: { readonly attributes: Readonly<Record<string, string>> }, attribute: string): string => {
  const { pathname, search } = new URL(data.attributes[attribute]!, 'http://slipway.test');
  return `${pathname}${search}`;
};

export const workspaceOperations: MeasuredOperations = {
  'workspace created': (_, count) =>
    inOrder(count, (at) => ({ row: 'POST /organizations/acme/workspaces', body: workspace(numberedName('created', at)) })),
  'workspace read': async (world, count) => (await createWorkspaces(world, 'read', count)).map((id) => ({ row: `GET /workspaces/${id}` })),
  'workspaces listed, 20 a page': async (world, count) => {
    await createWorkspaces(world, 'listed', 20);
    return inOrder(count, () => ({ row: 'GET /organizations/acme/workspaces?page%5Bsize%5D=20&search%5Bname%5D=listed' }));
  },
  'workspace updated': async (world, count) =>
    (await createWorkspaces(world, 'updated', count)).map((id) => ({
      row: `PATCH /workspaces/${id}`,
      body: document('workspaces', { description: 'another one' }),
    })),
  'workspace deleted': async (world, count) =>
    (await createWorkspaces(world, 'deleted', count)).map((id) => ({ row: `DELETE /workspaces/${id}` })),
  'workspace locked': async (world, count) =>
    (await createWorkspaces(world, 'locked', count)).map((id) => ({ row: `POST /workspaces/${id}/actions/lock` })),
  'workspace unlocked': async (world, count) =>
    (await lockedWorkspaces(world, 'unlocked', count)).map((id) => ({ row: `POST /workspaces/${id}/actions/unlock` })),
  'variable created': async (world, count) =>
    (await createWorkspaces(world, 'with-variable', count)).map((id) => ({ row: `POST /workspaces/${id}/vars`, body: variable(0) })),
  'variable of 200 KB created': async (world, count) =>
    (await createWorkspaces(world, 'with-large-variable', count)).map((id) => ({
      row: `POST /workspaces/${id}/vars`,
      body: document('vars', { key: 'text', value: 'v'.repeat(204_800), category: 'terraform' }),
    })),
  'variables listed, 20 of them': async (world, count) => {
    const { workspace: id } = await createVariables(world, 'list-of-variables', 20);
    return inOrder(count, () => ({ row: `GET /workspaces/${id}/vars` }));
  },
  'variable updated': async (world, count) => {
    const { workspace: id, variables } = await createVariables(world, 'updated-variables', count);
    return variables.map((of) => ({ row: `PATCH /workspaces/${id}/vars/${of}`, body: document('vars', { value: 'us-east' }) }));
  },
  'variable deleted': async (world, count) => {
    const { workspace: id, variables } = await createVariables(world, 'deleted-variables', count);
    return variables.map((of) => ({ row: `DELETE /workspaces/${id}/vars/${of}` }));
  },
  'variable set created': (_, count) =>
    inOrder(count, (at) => ({ row: 'POST /organizations/acme/varsets', body: variableSet(numberedName('set', at)) })),
  'variable set applied to a workspace': async (world, count) => {
    const workspaces = await createWorkspaces(world, 'with-set', count);
    return inOrder(count, async (at) => {
      const { id } = (await world.ask('POST /organizations/acme/varsets', variableSet(numberedName('applied', at)))).data;
      return { row: `POST /varsets/${id}/relationships/workspaces`, body: many('workspaces', workspaces[at]!) };
    });
  },
  'state version of 10 KB created': (world, count) => stateVersions(world, 'with-state', count, 10_240),
  'state version of 256 KB created': (world, count) => stateVersions(world, 'with-large-state', count, 262_144),
  'state version of 10 KB downloaded': async (world, count) => {
    const requests = await stateVersions(world, 'downloaded', count, 10_240);
    return inOrder(count, async (at) => {
      const { data } = await world.ask(requests[at]!.row, requests[at]!.body);
      return { row: `GET /${addressOf(data, 'hosted-state-download-url')}` };
    });
  },
  'state of 256 KB uploaded': async (world, count) => {
    const ids = await lockedWorkspaces(world, 'uploaded', count);
    const text = state(1, 262_144);
    const md5 = createHash('md5').update(text).digest('hex');
    return inOrder(count, async (at) => {
      const { data } = await world.ask(
        `POST /workspaces/${ids[at]}/state-versions`,
        document('state-versions', { serial: 1, lineage: 'l', md5 }),
      );
      return { row: `PUT /${addressOf(data, 'hosted-state-upload-url')}`, body: text };
    });
  },
  'run created': async (world, count) =>
    (await createWorkspaces(world, 'with-run', count)).map((id) => ({
      row: 'POST /runs',
      body: document('runs', { message: 'one of many' }, { workspace: one('workspaces', id) }),
    })),
  'tag bound': async (world, count) =>
    (await createWorkspaces(world, 'tagged', count)).map((id) => ({
      row: `PATCH /workspaces/${id}/tag-bindings`,
      body: { data: [{ type: 'tag-bindings', attributes: { key: 'area', value: 'shop' } }] },
    })),
  'team created': (_, count) =>
    inOrder(count, (at) => ({ row: 'POST /organizations/acme/teams', body: document('teams', { name: numberedName('team', at) }) })),
  'project created': (_, count) =>
    inOrder(count, (at) => ({
      row: 'POST /organizations/acme/projects',
      body: document('projects', { name: numberedName('project', at) }),
    })),
};
