import { requireSuccess, type CreateFixtures } from './list-fixture.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { document } from '../../documents.ts';

const one = (type: string, id: string) => ({ data: [{ type, id }] });
const workspace = async ({ request: ask }: PipelineTest, name: string): Promise<string> =>
  (await requireSuccess(ask('POST /organizations/acme/workspaces', document('workspaces', { name })))).data.id;
const set = async ({ request: ask }: PipelineTest, name: string, relationships?: object): Promise<string> =>
  (await requireSuccess(ask('POST /organizations/acme/varsets', document('varsets', { name }, relationships)))).data.id;
const named = (item: any): string => item.attributes.name;
/** Adds by name, and remembers the id for the removal. */
const remembered = (make: (name: string) => Promise<string>, drop: (id: string) => Promise<unknown>) => {
  const ids = new Map<string, string>();
  return {
    add: async (name: string) => {
      ids.set(name, await make(name));
    },
    remove: (name: string) => drop(ids.get(name)!),
  };
};

export const createWorkspaceFixtures: { readonly [operation: string]: CreateFixtures } = {
  'variableSets.listForOrganization': async (here) => ({
    operation: 'variableSets.listForOrganization',
    params: { organization_name: 'acme' },
    pages: 'number',
    nameOf: named,
    ...remembered(
      (name) => set(here, name),
      (id) => requireSuccess(here.request(`DELETE /varsets/${id}`)),
    ),
  }),
  'variableSets.listForProject': async (here) => {
    const {
      data: { id },
    } = await requireSuccess(here.request('POST /organizations/acme/projects', document('projects', { name: 'shop' })));
    return {
      operation: 'variableSets.listForProject',
      params: { project_id: id },
      pages: 'number',
      nameOf: named,
      ...remembered(
        (name) => set(here, name, { projects: one('projects', id) }),
        (set) => requireSuccess(here.request(`DELETE /varsets/${set}`)),
      ),
    };
  },
  'variableSets.listForWorkspace': async (here) => {
    const id = await workspace(here, 'one');
    return {
      operation: 'variableSets.listForWorkspace',
      params: { workspace_id: id },
      pages: 'number',
      nameOf: named,
      ...remembered(
        (name) => set(here, name, { workspaces: one('workspaces', id) }),
        (set) => requireSuccess(here.request(`DELETE /varsets/${set}`)),
      ),
    };
  },
  'variableSets.listVariables': async (here) => {
    const id = await set(here, 'shared');
    return {
      operation: 'variableSets.listVariables',
      params: { varset_id: id },
      pages: 'none',
      nameOf: (item) => item.attributes.key,
      ...remembered(
        async (key) =>
          (
            await requireSuccess(
              here.request(`POST /varsets/${id}/relationships/vars`, document('vars', { key, value: 'v', category: 'env' })),
            )
          ).data.id,
        (variable) => requireSuccess(here.request(`DELETE /varsets/${id}/relationships/vars/${variable}`)),
      ),
    };
  },
  'workspaces.list': async (here) => ({
    operation: 'workspaces.list',
    params: { organization_name: 'acme' },
    pages: 'number',
    nameOf: named,
    ...remembered(
      (name) => workspace(here, name),
      (id) => requireSuccess(here.request(`DELETE /workspaces/${id}`)),
    ),
  }),
  'remoteStateConsumers.list': async (here) => {
    const id = await workspace(here, 'shared');
    return {
      operation: 'remoteStateConsumers.list',
      params: { workspace_id: id },
      pages: 'number',
      nameOf: named,
      ...remembered(
        async (name) => {
          const consumer = await workspace(here, name);
          await requireSuccess(here.request(`POST /workspaces/${id}/relationships/remote-state-consumers`, one('workspaces', consumer)));
          return consumer;
        },
        (consumer) =>
          requireSuccess(here.request(`DELETE /workspaces/${id}/relationships/remote-state-consumers`, one('workspaces', consumer))),
      ),
    };
  },
  // Everybody of the organization but the workspace itself, which stands in the middle.
  'remoteStateConsumers.list of a workspace that shares with all': async (here) => {
    let id = '';
    const ids: string[] = [];
    const first = await workspace(here, 'first');
    id = (
      await requireSuccess(
        here.request('POST /organizations/acme/workspaces', document('workspaces', { name: 'shared', 'global-remote-state': true })),
      )
    ).data.id;
    await requireSuccess(here.request(`DELETE /workspaces/${first}`));
    return {
      operation: 'remoteStateConsumers.list',
      params: { workspace_id: id },
      pages: 'number',
      nameOf: named,
      add: async (name) => {
        ids.push(await workspace(here, name));
      },
    };
  },
  'tags.list': async (here) => {
    const id = await workspace(here, 'one');
    const body = (name: string) => ({ data: [{ type: 'tags', attributes: { name } }] });
    return {
      operation: 'tags.list',
      params: { workspace_id: id },
      pages: 'number',
      nameOf: named,
      add: (name) => requireSuccess(here.request(`POST /workspaces/${id}/relationships/tags`, body(name))),
      remove: (name) => requireSuccess(here.request(`DELETE /workspaces/${id}/relationships/tags`, body(name))),
    };
  },
  'tagBindings.list': async (here) => {
    const id = await workspace(here, 'one');
    return {
      operation: 'tagBindings.list',
      params: { workspace_id: id },
      pages: 'none',
      most: 10,
      nameOf: (item) => item.attributes.key,
      add: (key) =>
        requireSuccess(
          here.request(`PATCH /workspaces/${id}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key, value: 'v' } }] }),
        ),
    };
  },
  // Ten of its own, then ten of its project.
  'tagBindings.listEffective': async (here) => {
    const {
      data: { id: project },
    } = await requireSuccess(here.request('POST /organizations/acme/projects', document('projects', { name: 'shop' })));
    const {
      data: { id },
    } = await requireSuccess(
      here.request(
        'POST /organizations/acme/workspaces',
        document('workspaces', { name: 'one' }, { project: { data: { type: 'projects', id: project } } }),
      ),
    );
    let count = 0;
    return {
      operation: 'tagBindings.listEffective',
      params: { workspace_id: id },
      pages: 'none',
      most: 20,
      nameOf: (item) => item.attributes.key,
      add: (key) =>
        requireSuccess(
          here.request(`PATCH ${count++ < 10 ? `/workspaces/${id}` : `/projects/${project}`}/tag-bindings`, {
            data: [{ type: 'tag-bindings', attributes: { key, value: 'v' } }],
          }),
        ),
    };
  },
};
