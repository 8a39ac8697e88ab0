import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunningService } from '../support/cli.ts';
import { startHostedService, token, waitUntil } from './support/hosted.ts';
// watchdog: 120 s

/** The vendor's own client: it judges every answer by its own schemas. The package is a program and says nothing of its types. */
const module: string = '@circleci/mcp-server-circleci/dist/clients/circleci/index.js';
const { CircleCIClients } = (await import(module)) as { readonly CircleCIClients: new (options: { readonly token: string }) => any };

const test = suite("the CI service and the vendor's client");
const projectSlug = 'gh/acme/web';
let service: RunningService;
let clients: any;

test.before(async () => {
  service = await startHostedService();
  process.env['CIRCLECI_BASE_URL'] = service.address;
  clients = new CircleCIClients({ token });
});
test.after(async () => {
  await service.stop();
});

test('a project by its slug and, where a slug stands, by its id', async () => {
  const project = await clients.projects.getProject({ projectSlug });
  assert.equal(await clients.projects.getProjectByID({ projectID: project.id }), project);
  assert.equal(Object.keys(project), ['id', 'organization_id']);
});

test('a pipeline is run by its definition, with a configuration that is sent', async () => {
  const { id: projectId } = await clients.projects.getProject({ projectSlug });
  const [definition] = await clients.pipelines.getPipelineDefinitions({ projectId });
  assert.is(definition.name, 'build');
  const configContent =
    'version: 2.1\njobs:\n  lint:\n    docker: [{ image: "cimg/node:20.19" }]\n' +
    '    steps: [{ run: "npm run lint" }]\nworkflows:\n  check:\n    jobs: [lint]\n';
  const { number } = await clients.pipelines.runPipeline({ projectSlug, branch: 'main', definitionId: definition.id, configContent });
  const pipeline = await clients.pipelines.getPipelineByNumber({ projectSlug, pipelineNumber: number });
  assert.is(pipeline.project_slug, projectSlug);
  const [workflow] = (await waitUntil(
    () => clients.workflows.getPipelineWorkflows({ pipelineId: pipeline.id }),
    (found: any) => found[0]?.status === 'success',
  )) as any[];
  assert.equal([workflow.name, workflow.pipeline_number], ['check', number]);
  const [job] = await clients.jobs.getWorkflowJobs({ workflowId: workflow.id });
  assert.equal(await clients.jobs.getJobArtifacts({ projectSlug, jobNumber: job.job_number }), []);
  assert.equal(await clients.tests.getJobTests({ projectSlug, jobNumber: job.job_number }), []);
  const { workflow_id: again } = await clients.workflows.rerunWorkflow({ workflowId: workflow.id, fromFailed: false });
  assert.is((await clients.workflows.getWorkflow({ workflowId: again })).name, 'check');
  assert.equal(
    (await clients.pipelines.getPipelines({ projectSlug, branch: 'main' })).map((one: any) => one.number),
    [number],
  );
});

test('what was deployed where, without a page size', async () => {
  const { id: projectID, organization_id: orgID } = await clients.projects.getProject({ projectSlug });
  const {
    items: [production],
  } = await clients.deploys.fetchEnvironments({ orgID });
  assert.is(production.name, 'production');
  const {
    items: [component],
  } = await clients.deploys.fetchProjectComponents({ projectID, orgID });
  assert.equal([component.name, component.release_count], ['web', 1]);
  const {
    items: [version],
  } = await clients.deploys.fetchComponentVersions({ componentID: component.id, environmentID: production.id });
  assert.equal([version.name, version.is_live, version.pipeline_id], ['1.0.0', true, '00000000-0000-0000-0000-000000000000']);
});

test('what is refused is reported in its words', async () => {
  try {
    await clients.projects.getProject({ projectSlug: 'gh/acme/none' });
    assert.unreachable();
  } catch (error) {
    assert.match(
      (error as Error).message,
      /^CircleCI API Error: 404 \nURL: .*\/api\/v2\/project\/gh\/acme\/none \nMessage: the project "gh\/acme\/none" was not found/,
    );
  }
});

test.run();
