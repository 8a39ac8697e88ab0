import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { named, remembered } from './ci-fixture-parts.ts';
import { createCiProjectFixtures } from './ci-project-fixtures.ts';
import { requireSuccess, type CreateFixtures } from './list-fixture.ts';

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
          `${oneJob}workflows:\n` +
            [...names, 'left-out'].map((name) => `  ${name}: { ${name === 'left-out' ? 'when: false, ' : ''}jobs: [a] }\n`).join(''),
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
          'version: 2.1\njobs:\n' +
            `${names.map((name) => `  ${name}: { docker: [{ image: x }], steps: [checkout] }\n`).join('')}` +
            `workflows: { w: { jobs: [${names.join(', ')}] } }\n`,
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
  ...createCiProjectFixtures,
};
