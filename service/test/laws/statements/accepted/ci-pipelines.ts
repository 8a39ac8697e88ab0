import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { april, createJobRun, createWorkflowRun } from '../../../ci/usage-exports/export-service.ts';
import { advanceUsageExports, usageLimits } from '../../../../src/ci/usage-exports/advance-usage-exports.ts';
import { defaultSettings } from '../../../../src/http/settings.ts';
import { newId } from '../../../../src/store/new-id.ts';
import { type AcceptedRequest, type AcceptedRequests, passTime, pathOf, type World } from './accepted-request.ts';

const one = `version: 2.1
jobs: { test: { docker: [{ image: node }], steps: [checkout] } }
workflows: { all: { jobs: [test] } }
`;
const setup = `version: 2.1
setup: true
jobs: { look: { docker: [{ image: x }], steps: [checkout] } }
workflows: { setup: { jobs: [look] } }
`;

/** A project with this configuration. */
const createProject = async ({ askCi, bench }: World, name: string, text = one) => {
  const { id } = await askCi('POST /organization/gh%2Facme/project', { name });
  await bench.store.write((tx) =>
    tx.insert({ id: newId('text'), kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text } }),
  );
  return { 'a project': id as string, 'its name': name };
};
/** A pipeline of a project of its own, so many turns later; its first workflow and job. */
const runPipeline = async (world: World, name: string, turns: number, text = one) => {
  const project = await createProject(world, name, text);
  const { askCi } = world;
  const { id } = await askCi(`POST /project/gh/acme/${name}/pipeline`);
  await passTime(world, ...Array.from({ length: turns }, () => 100));
  const [workflow] = (await askCi(`GET /pipeline/${id}/workflow`)).items;
  const [job] = (await askCi(`GET /workflow/${workflow.id}/job`)).items;
  return { ...project, 'a workflow': workflow.id as string, 'a job': job.id as string };
};
const [running, over] = [3, 8];
const act = (name: string, turns: number, path: string, body?: unknown): AcceptedRequest => ({
  prepare: (world) => runPipeline(world, name, turns),
  path,
  ...(body === undefined ? {} : { body }),
});

/** A job that a runner executed, with what a step wrote, and an artifact. */
const runByRunner = async (world: World, name: string) => {
  const pipeline = await runPipeline(world, name, over);
  const folder = temporaryFolder();
  for (const file of ['log', 'a.txt']) writeFileSync(join(folder, file), 'first step');
  const step = {
    name: 's',
    status: 'success',
    startedAt: '2026-05-01T12:00:00.000Z',
    stoppedAt: '2026-05-01T12:00:01.000Z',
    from: 0,
    to: 10,
  };
  const node = { status: 'success', file: join(folder, 'log'), steps: [step] };
  const artifact = { path: 'a.txt', node: 0, file: join(folder, 'a.txt') };
  await world.bench.store.write(async (tx) => {
    const scope = pipeline['a job'];
    await tx.insert({ id: newId('uuid'), kind: 'ci-job-nodes', scope, key: '0', name: '0', body: node });
    await tx.insert({ id: newId('uuid'), kind: 'ci-artifacts', scope, key: '0/a.txt', name: 'a.txt', body: artifact });
  });
  return pipeline;
};
const read = (name: string, path: string): AcceptedRequest => ({ prepare: (world) => runByRunner(world, name), path });

const deploy = (version: string) => ({ component_name: 'shop', environment_name: 'production', version });

export const ciPipelines: AcceptedRequests = {
  'POST /workflow/{id}/rerun': act('rerun', over, '/workflow/<a workflow>/rerun', { from_failed: false }),
  'POST /api/v3/workflows/{id}/rerun': act('rerun-by-3', over, '//api/v3/workflows/<a workflow>/rerun', { is_from_failed: false }),
  'POST /api/v1.1/project/{provider}/{organization}/{project}/{job-number}/retry': act(
    'rerun-by-1',
    over,
    '//api/v1.1/project/gh/acme/<its name>/1/retry',
  ),
  'POST /jobs/{job-id}/cancel': act('canceled', running, '/jobs/<a job>/cancel'),
  'POST /project/{project-slug}/job/{job-number}/cancel': act('canceled-by-2', running, '/project/gh/acme/<its name>/job/1/cancel'),
  'POST /api/v1.1/project/{provider}/{organization}/{project}/{job-number}/cancel': act(
    'canceled-by-1',
    running,
    '//api/v1.1/project/gh/acme/<its name>/1/cancel',
  ),
  'GET /output/job/{job-id}/{node-index}': read('with-output', '//output/job/<a job>/0'),
  'GET /output/job/{job-id}/artifacts/{node-index}/{path}': read('with-artifacts', '//output/job/<a job>/artifacts/0/a.txt'),
  'GET /api/v3/jobs/{job_id}/stdout': read('with-stdout', '//api/v3/jobs/<a job>/stdout?filter[execution]=0&filter[step_num]=0'),
  'GET /api/v3/jobs/{job_id}/stderr': read('with-stderr', '//api/v3/jobs/<a job>/stderr?filter[execution]=0&filter[step_num]=0'),
  'POST /pipeline/continue': {
    prepare: async (world) => {
      const { 'a project': project, 'its name': name } = await createProject(world, 'continued', setup);
      await world.askCi(`PATCH /project/gh/acme/${name}/settings`, { advanced: { setup_workflows: true } });
      await world.askCi(`POST /project/gh/acme/${name}/pipeline`);
      const findKey = async (): Promise<string | undefined> =>
        (await world.bench.store.read((view) => view.list<{ readonly secret: string }>({ kind: 'ci-continuations' }))).records.at(-1)?.body
          .secret;
      let key: string | undefined;
      // A thread of its own reads the configuration.
      for (let tries = 0; key === undefined && tries < 10; tries++) {
        await passTime(world, ...Array.from({ length: over }, () => 100));
        key = await findKey();
      }
      return { 'a project': project, 'a key': key! };
    },
    body: { 'continuation-key': '<a key>', configuration: one, parameters: {} },
  },
  'POST /projects/{project_id}/deployments': {
    prepare: (world) => createProject(world, 'deployed'),
    path: '/projects/<a project>/deployments',
    body: deploy('1.0'),
  },
  'POST /projects/{project_id}/rollback': {
    prepare: async (world) => {
      const project = await createProject(world, 'rolled-back');
      const source = { provider: 'codehost_app', repo: { external_id: '1' } };
      const definition = { name: 'rollback', config_source: { ...source, file_path: 'c.yml' }, checkout_source: source };
      await world.askCi(`POST /projects/${project['a project']}/pipeline-definitions`, definition);
      for (const version of ['1.0', '2.0']) await world.askCi(`POST /projects/${project['a project']}/deployments`, deploy(version));
      return project;
    },
    path: '/projects/<a project>/rollback',
    body: { component_name: 'shop', environment_name: 'production', current_version: '2.0', target_version: '1.0', reason: 'errors' },
  },
  'GET /usage-export/{usage_export_job_id}/{file}': {
    prepare: async ({ askCi, bench, values: { org_id: organization, 'ci project_id': project } }) => {
      const { store, clock } = bench;
      const run = [createWorkflowRun(organization!, project!, 1), [createJobRun(organization!, project!, 1)]] as const;
      await store.write((tx) => tx.ledger.addRun(...run));
      const path = `/organizations/${organization}/usage_export_job`;
      const { usage_export_job_id: id } = await askCi(`POST ${path}`, april);
      const now = clock.now();
      for (let turn = 1; turn < 4; turn++) {
        clock.freeze(new Date(now.getTime() + turn * 200));
        await advanceUsageExports(store, clock, defaultSettings, usageLimits);
      }
      clock.freeze(now);
      return { 'an address': pathOf((await askCi(`GET ${path}/${id}`)).download_urls[0]) };
    },
    path: '<an address>',
    token: null,
  },
};
