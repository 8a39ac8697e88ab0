/** `slipway agent --kubernetes` with the engine, over an API server that refuses, evicts and forgets. */
// watchdog: 180 s
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { agentCommand } from '../../../cli/src/commands/agent.ts';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type EngineRunsTest, startEngineRuns } from '../../../service/test/engine-runs/support.ts';
import { countSleeping, withOwnSleeps } from '../../../service/test/runner/sleeping-processes.ts';
import { type AgentProcess, createAgentPool, startAgentProcess } from '../../../service/test/agents/agent-process.ts';
import { type FakeCluster, startFakeCluster } from '../../../service/test/agents/fake-cluster.ts';

interface ClusterTest {
  here: EngineRunsTest;
  pool: string;
  token: string;
  cluster: FakeCluster;
  agent: AgentProcess;
}
const suiteOf = suite<ClusterTest>('slipway agent --kubernetes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const clusterToken = 'token-of-the-cluster';

if (engine.found) {
  suiteOf.before(async (context) => {
    context.here = await startEngineRuns();
    context.cluster = await startFakeCluster(clusterToken);
    Object.assign(context, await createAgentPool(context.here));
    const tokenFile = join(temporaryFolder(), 'token');
    writeFileSync(tokenFile, `${clusterToken}\n`);
    const cluster = ['--kubernetes-address', context.cluster.address, '--kubernetes-token-file', tokenFile, '--namespace', 'ci'];
    const pod = ['--image', 'slipway-agent:1', '--cpu', '1', '--memory', '1Gi', '--service-account', 'runs', '--run-cpu-seconds', '600'];
    // Long enough for a pod of a loaded machine, which says what it is when its program has started.
    const args = ['--kubernetes', '--pod-start-seconds', '2', ...cluster, ...pod, '--max-concurrent-jobs', '4'];
    context.agent = startAgentProcess(context.here.address, context.token, args);
  });
  suiteOf.after(async ({ here, agent, cluster }) => {
    agent.signal('SIGKILL');
    await agent.over;
    await cluster.close();
    await here.close();
  });
}

/** The objects of the page's manifest: the block with several documents. */
const readManifest = (): any[] => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8');
  const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => parseAllDocuments(text!));
  return blocks.find((documents) => documents.length > 1)!.map((one) => one.toJS());
};
/** What its role lets an agent do, as `create jobs`. */
const listGranted = (): readonly string[] =>
  readManifest()[1]
    .rules.flatMap(({ resources, verbs }: any) => verbs.map((verb: string) => `${verb} ${resources[0]}`))
    .sort();

const createWorkspace = async ({ here, pool }: ClusterTest, name: string, text: string): Promise<string> => {
  const workspace = await here.createWorkspace(name, { 'execution-mode': 'agent', 'agent-pool-id': pool, 'auto-apply': true });
  await here.upload(workspace, { 'main.tf': text });
  return workspace;
};
const slow = (seconds: number): string =>
  `resource "terraform_data" "a" {}\nresource "terraform_data" "b" {\n  depends_on = [terraform_data.a]\n` +
  `  ${withOwnSleeps(`provisioner "local-exec" { command = "exec sleep ${seconds}" }`)}\n}\n`;
const untilSleeping = async (command: string, count: number): Promise<void> => {
  while (countSleeping(command) !== count) await delay(60);
};
/** A run that sleeps in its apply. */
const startSlow = async (context: ClusterTest, name: string, seconds: number) => {
  const workspace = await createWorkspace(context, name, slow(seconds));
  const run = await context.here.start(workspace);
  await untilSleeping(`sleep ${seconds}`, 1);
  return { workspace, run };
};
const readWorkspace = async ({ here }: ClusterTest, workspace: string) => {
  const { attributes } = (await here.request(`GET /workspaces/${workspace}`)).body.data;
  return [attributes.locked, attributes['resource-count']];
};

test('each plan and each apply is a Job with a secret of its own, without the token of the pool; nothing of it stays', async (context) => {
  const { here, cluster, token, agent } = context;
  const workspace = await createWorkspace(context, 'web', 'resource "terraform_data" "a" {}\n');
  const run = await here.start(workspace);
  await here.until(run, 'applied');
  assert.equal(await readWorkspace(context, workspace), [false, 1]);
  assert.match(await here.log(run, 'apply'), /Apply complete! Resources: 1 added/);
  const [job, secret, ...others] = cluster.created;
  assert.equal(
    others.map(({ kind }) => kind),
    ['Job', 'Secret'],
  );
  const { template, ...spec } = job.spec;
  assert.equal(spec, { backoffLimit: 0, activeDeadlineSeconds: 180, ttlSecondsAfterFinished: 600 });
  const [container] = template.spec.containers;
  assert.equal(
    [container.image, container.resources, template.spec.serviceAccountName, template.spec.restartPolicy],
    ['slipway-agent:1', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '1', memory: '1Gi' } }, 'runs', 'Never'],
  );
  const limits = ['--run-cpu-seconds', '600', '--run-processes', '4096'];
  assert.equal(container.command, ['slipway', 'agent', '--job-file', '/var/run/slipway/job.json', ...limits]);
  assert.equal(secret.metadata.ownerReferences, [
    { apiVersion: 'batch/v1', kind: 'Job', name: job.metadata.name, uid: `uid-of-${job.metadata.name}` },
  ]);
  assert.is(JSON.stringify(cluster.created).includes(token), false);
  while (cluster.jobs.size > 0) await delay(60);
  // The lines of the pods are those of the agent, too.
  assert.match(agent.output(), new RegExp(`${job.metadata.name}: .* plan-\\w+ begins`));
});

test('a cancellation reaches the pod', async (context) => {
  const { workspace, run } = await startSlow(context, 'canceled', 8761);
  assert.is((await context.here.request(`POST /runs/${run}/actions/cancel`, {})).status, 202);
  await context.here.until(run, 'canceled');
  assert.is(countSleeping('sleep 8761'), 0);
  assert.equal(await readWorkspace(context, workspace), [false, 2]);
});

test('a cluster that refuses: the run is errored, and its log has the sentence of the cluster', async (context) => {
  const { here, cluster } = context;
  cluster.refusal = 'jobs.batch "slipway-1" is forbidden: exceeded quota: runs';
  const run = await here.start(await createWorkspace(context, 'refused', 'resource "terraform_data" "a" {}\n'));
  assert.match(await here.until(run, 'applied').catch(String), /the run is errored/);
  cluster.refusal = undefined;
  assert.match(await here.log(run, 'plan'), /The cluster refused the job of this run: jobs\.batch .* is forbidden: exceeded quota: runs\./);
});

test('a pod that does not start: the run is errored, its log says why, and nothing of it stays', async (context) => {
  const { here, cluster } = context;
  const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "slipway-agent:1": not found' };
  const scheduled = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: '0/3 nodes are available: 3 Insufficient cpu.',
  };
  const cases: readonly (readonly [string, object, string])[] = [
    [
      'image',
      { phase: 'Pending', containerStatuses: [{ state: { waiting } }] },
      'The pod of this run did not start: ImagePullBackOff: Back-off pulling image \\"slipway-agent:1\\": not found.',
    ],
    [
      'node',
      { phase: 'Pending', conditions: [scheduled] },
      'The pod of this run did not start within 2 s: Unschedulable: 0/3 nodes are available: 3 Insufficient cpu.',
    ],
  ];
  for (const [name, status, sentence] of cases) {
    cluster.stuck = status;
    const workspace = await createWorkspace(context, name, 'resource "terraform_data" "a" {}\n');
    const run = await here.start(workspace);
    assert.match(await here.until(run, 'applied').catch(String), /the run is errored/);
    assert.match(await here.log(run, 'plan'), sentence);
    assert.equal(await readWorkspace(context, workspace), [false, 0]);
    while (cluster.jobs.size > 0) await delay(20);
  }
  cluster.stuck = undefined;
});

test('a cluster that evicts: the run is errored, and what its apply had handed on is the state', async (context) => {
  const { workspace, run } = await startSlow(context, 'evicted', 8762);
  await delay(3000);
  context.cluster.evict();
  assert.match(await context.here.until(run, 'applied').catch(String), /the run is errored/);
  assert.match(await context.here.log(run, 'apply'), /ended before the run did: Evicted: The node was low on resource: memory\./);
  assert.equal(await readWorkspace(context, workspace), [false, 1]);
});

test('a cluster that forgets: the run is errored, once; the agent goes on, and ends in order', async (context) => {
  const { here, cluster, agent } = context;
  const { run } = await startSlow(context, 'forgotten', 8763);
  cluster.forget();
  assert.match(await here.until(run, 'applied').catch(String), /the run is errored/);
  assert.match(await here.log(run, 'apply'), /The cluster does not know the job of this run any more\./);
  agent.signal('SIGTERM');
  assert.is(await agent.over, 0);
  const used = ['create jobs', 'create secrets', 'delete jobs', 'deletecollection pods', 'get jobs', 'get pods/log', 'list pods'];
  assert.equal([...cluster.used].sort(), used);
  // Of a secret whose creation was answered too late.
  assert.equal(listGranted(), [...used, 'get secrets'].sort());
});

suiteOf('the manifest of the page names flags that there are, and one namespace', () => {
  const [account, role, binding, deployment] = readManifest();
  const [container] = deployment.spec.template.spec.containers;
  const flags = [...container.command, ...container.args].flatMap((word: string) => (word.startsWith('--') ? word.split('=')[0]! : []));
  const known = agentCommand().options.map(({ long }) => long);
  assert.equal(
    flags.filter((flag) => !known.includes(flag)),
    [],
  );
  assert.equal(
    [account, role, binding, deployment].map(({ kind, metadata }) => `${kind} ${metadata.namespace}`),
    ['ServiceAccount slipway-runs', 'Role slipway-runs', 'RoleBinding slipway-runs', 'Deployment slipway-runs'],
  );
});

suiteOf.run();
