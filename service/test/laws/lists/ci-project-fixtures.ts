import { newId } from '../../../src/store/new-id.ts';
import { startTime } from '../../ci/support.ts';
import { named, remembered, stored, times } from './ci-fixture-parts.ts';
import { requireSuccess, type CreateFixtures } from './list-fixture.ts';

/** Lists of deployments, pipeline definitions, triggers, and what a project holds. */
export const createCiProjectFixtures: { readonly [operation: string]: CreateFixtures } = {
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
