import { newId } from '../../../src/service/store/new-id.ts';
import type { PipelineTest } from '../../service/ci/pipelines/support.ts';
import { startTime } from '../../service/ci/support.ts';
import { requireSuccess, type CreateFixtures } from './list-fixture.ts';

const named = (item: any): string => item.name;
const times = { createdAt: startTime, updatedAt: startTime };
/** What nothing but a seed or a deployment writes: by the store. */
const stored = ({ store }: PipelineTest, kind: string, scope: string, body: (name: string) => object) => ({
  add: (name: string) => store.write((tx) => tx.insert({ id: newId('uuid'), kind, scope, key: name, name, body: body(name) })),
  remove: (name: string) =>
    store.write(async (tx) => {
      await tx.delete(kind, (await tx.getByKey(kind, scope, name))!.id);
    }),
});
const remembered = (make: (name: string) => Promise<string>, drop: (id: string) => Promise<unknown>) => {
  const ids = new Map<string, string>();
  return {
    add: async (name: string) => {
      ids.set(name, await make(name));
    },
    remove: (name: string) => drop(ids.get(name)!),
  };
};
const oneJob = 'version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\n';
const pipelines =
  (operation: string, params: { readonly [name: string]: string }, query: { readonly [name: string]: string } = {}): CreateFixtures =>
  async (here) => {
    await here.configureProject(`${oneJob}workflows: { w: { jobs: [a] } }\n`);
    return {
      operation,
      params,
      query,
      order: 'newest first',
      pages: 'token',
      nameOf: (item) => item.vcs.branch,
      add: (branch) => requireSuccess(here.ci('POST /project/gh/acme/web/pipeline', { branch })),
    };
  };
/** A new project with this configuration, and its first pipeline, which has been read by then. */
const started = (here: PipelineTest) => {
  let projects = 0;
  return async (text: string): Promise<string> => {
    const name = `web-${projects++}`;
    await here.configureProject(text, name);
    const { id } = await requireSuccess(here.ci(`POST /project/gh/acme/${name}/pipeline`));
    await here.wait(100);
    return id;
  };
};

export const createCiFixtures: { readonly [operation: string]: CreateFixtures } = {
  'contexts.list': async (here) => ({
    operation: 'contexts.list',
    params: {},
    query: { 'owner-id': here.org },
    pages: 'token',
    nameOf: named,
    ...remembered(
      (name) => here.context(name),
      (id) => requireSuccess(here.ci(`DELETE /context/${id}`)),
    ),
  }),
  'contexts.listVariables': async (here) => {
    const id = await here.context('keys');
    return {
      operation: 'contexts.listVariables',
      params: { context_id: id },
      pages: 'token',
      nameOf: (item) => item.variable,
      add: (name) => requireSuccess(here.ci(`PUT /context/${id}/environment-variable/${name}`, { value: 'v' })),
      remove: (name) => requireSuccess(here.ci(`DELETE /context/${id}/environment-variable/${name}`)),
    };
  },
  'contexts.listRestrictions': async (here) => {
    const id = await here.context('keys');
    return {
      operation: 'contexts.listRestrictions',
      params: { context_id: id },
      pages: 'token',
      nameOf: (item) => item.restriction_value.slice(24, -1),
      ...remembered(
        async (name) =>
          (
            await requireSuccess(
              here.ci(`POST /context/${id}/restrictions`, {
                restriction_type: 'expression',
                restriction_value: `pipeline.git.branch == "${name}"`,
              }),
            )
          ).id,
        (one) => requireSuccess(here.ci(`DELETE /context/${id}/restrictions/${one}`)),
      ),
    };
  },
  'users.collaborations': async (here) => ({
    // Organization `acme` is the first of them.
    operation: 'users.collaborations',
    params: {},
    pages: 'none',
    least: 1,
    nameOf: (item) => (item.name === 'acme' ? 'n300' : item.name),
    add: async (name) =>
      name === 'n300'
        ? undefined
        : requireSuccess(here.request('POST /organizations', { data: { type: 'organizations', attributes: { name } } })),
  }),
  'pipelines.list': pipelines('pipelines.list', {}, { 'org-slug': 'gh/acme' }),
  'pipelines.listOfProject': pipelines('pipelines.listOfProject', { project_slug: 'gh/acme/web' }),
  'pipelines.listMineOfProject': pipelines('pipelines.listMineOfProject', { project_slug: 'gh/acme/web' }),
  'pipelines.listWorkflows': async (here) => {
    const start = started(here);
    return {
      operation: 'pipelines.listWorkflows',
      params: {},
      pages: 'token',
      nameOf: named,
      make: async (names) => ({
        pipeline_id: await start(
          `${oneJob}workflows:\n${[...names, 'left-out'].map((name) => `  ${name}: { ${name === 'left-out' ? 'when: false, ' : ''}jobs: [a] }\n`).join('')}`,
        ),
      }),
    };
  },
  'workflows.listJobs': async (here) => {
    const start = started(here);
    return {
      operation: 'workflows.listJobs',
      params: {},
      least: 1,
      pages: 'token',
      nameOf: named,
      make: async (names) => {
        const pipeline = await start(
          `version: 2.1\njobs:\n${names.map((name) => `  ${name}: { docker: [{ image: x }], steps: [checkout] }\n`).join('')}workflows: { w: { jobs: [${names.join(', ')}] } }\n`,
        );
        return { workflow_id: (await requireSuccess(here.ci(`GET /pipeline/${pipeline}/workflow`))).items[0].id };
      },
    };
  },
  'policies.listDecisions': async (here) => ({
    operation: 'policies.listDecisions',
    params: { owner_id: here.org, context: 'config' },
    query: { offset: 0 },
    order: 'newest first',
    pages: 'place',
    nameOf: (item) => item.metadata.vcs.branch,
    add: (branch) => {
      here.clock.advance(1);
      return requireSuccess(
        here.ci(`POST /owner/${here.org}/context/config/decision`, { input: 'version: 2.1', metadata: { vcs: { branch } } }),
      );
    },
  }),
  'deployments.listEnvironments': async (here) => ({
    operation: 'deployments.listEnvironments',
    params: {},
    query: { 'org-id': here.org, 'page-size': 20 },
    size: 'page-size',
    pages: 'token',
    nameOf: named,
    ...stored(here, 'ci-environments', here.org, (name) => ({ name, description: '', labels: [], ...times })),
  }),
  'deployments.listComponents': async (here) => {
    const { id } = await here.project('web');
    return {
      operation: 'deployments.listComponents',
      params: {},
      query: { 'org-id': here.org, 'page-size': 20 },
      size: 'page-size',
      pages: 'token',
      nameOf: named,
      ...stored(here, 'ci-components', here.org, (name) => ({ name, project: id, labels: [], ...times })),
    };
  },
  'deployments.listVersions': async (here) => {
    const [{ id: project }, component] = [await here.project('web'), newId('uuid')];
    await here.store.write((tx) =>
      tx.insert({
        id: component,
        kind: 'ci-components',
        scope: here.org,
        key: 'shop',
        name: 'shop',
        body: { name: 'shop', project, labels: [], ...times },
      }),
    );
    return {
      operation: 'deployments.listVersions',
      params: { component_id: component },
      pages: 'token',
      nameOf: named,
      ...stored(here, 'ci-versions', component, (name) => ({
        name,
        environment: project,
        namespace: '',
        isLive: false,
        pipeline: null,
        workflow: null,
        job: null,
        jobNumber: null,
        lastDeployedAt: startTime,
      })),
    };
  },
  'definitions.list': async (here) => {
    const { id: project } = await here.project('web', 'gh/acme');
    const repository = { provider: 'codehost_app', repo: { external_id: '1' } };
    return {
      operation: 'definitions.list',
      params: { project_id: project },
      pages: 'none',
      nameOf: named,
      ...remembered(
        async (name) =>
          (
            await requireSuccess(
              here.ci(`POST /projects/${project}/pipeline-definitions`, {
                name,
                config_source: { ...repository, file_path: 'c.yml' },
                checkout_source: repository,
              }),
            )
          ).id,
        (id) => requireSuccess(here.ci(`DELETE /projects/${project}/pipeline-definitions/${id}`)),
      ),
    };
  },
  'triggers.list': async (here) => {
    const { id: project } = await here.project('web', 'gh/acme');
    const definition = await here.definition(project);
    return {
      operation: 'triggers.list',
      params: { project_id: project, definition_id: definition },
      pages: 'none',
      nameOf: (item) => item.event_name,
      ...remembered(
        async (event_name) =>
          (
            await requireSuccess(
              here.ci(`POST /projects/${project}/pipeline-definitions/${definition}/triggers`, {
                event_name,
                event_source: { provider: 'webhook', webhook: { sender: 's' } },
                checkout_ref: 'main',
                config_ref: 'main',
              }),
            )
          ).id,
        (id) => requireSuccess(here.ci(`DELETE /projects/${project}/triggers/${id}`)),
      ),
    };
  },
  'projects.listKeys': async (here) => {
    await here.project('web', 'gh/acme');
    // A key has no name of the caller's: its fingerprint stands for the one it was added by.
    const names = new Map<string, string>();
    return {
      operation: 'projects.listKeys',
      params: { project_slug: 'gh/acme/web' },
      pages: 'token',
      nameOf: (item) => names.get(item.fingerprint) ?? item.fingerprint,
      ...remembered(
        async (name) => {
          const { fingerprint } = await requireSuccess(here.ci('POST /project/gh/acme/web/checkout-key', { type: 'deploy-key' }));
          names.set(fingerprint, name);
          return fingerprint;
        },
        (fingerprint) => requireSuccess(here.ci(`DELETE /project/gh/acme/web/checkout-key/${encodeURIComponent(fingerprint)}`)),
      ),
    };
  },
  'projects.listVariables': async (here) => {
    await here.project('web', 'gh/acme');
    return {
      operation: 'projects.listVariables',
      params: { project_slug: 'gh/acme/web' },
      pages: 'token',
      nameOf: named,
      add: (name) => requireSuccess(here.ci('POST /project/gh/acme/web/envvar', { name, value: 'some value' })),
      remove: (name) => requireSuccess(here.ci(`DELETE /project/gh/acme/web/envvar/${name}`)),
    };
  },
};
