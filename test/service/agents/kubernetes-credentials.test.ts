/** `slipway agent --kubernetes` and who it is to a cluster: kubeconfigs, plugins, tokens that are replaced, and what does not start. */
// watchdog: 180 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../../engine/support/engine-fixture.ts';
import { skipWithReason } from '../../support/skip.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startEngineRuns } from '../../../service/test/engine-runs/support.ts';
import { createAgentPool, startAgentProcess } from '../../../service/test/agents/agent-process.ts';
import { startFakeCluster } from '../../../service/test/agents/fake-cluster.ts';

const test = suite('credentials of slipway agent --kubernetes');
const withEngine = engine.found ? test : skipWithReason(test, engine.reason);

const credential = (token: string): string => JSON.stringify({ status: { token, expirationTimestamp: '2099-01-01T00:00:00Z' } });
/** A kubeconfig whose plugin gives what `credential` has, and whose context has the namespace of the Jobs. */
const writeAgentKubeconfig = (server: string): { readonly kubeconfig: string; readonly credential: string } => {
  const folder = temporaryFolder();
  const config = {
    'current-context': 'work',
    contexts: [{ name: 'work', context: { cluster: 'near', user: 'agent', namespace: 'ci' } }],
    clusters: [{ name: 'near', cluster: { server } }],
    users: [{ name: 'agent', user: { exec: { command: 'cat', args: [join(folder, 'credential')] } } }],
  };
  writeFileSync(join(folder, 'config'), JSON.stringify(config));
  return { kubeconfig: join(folder, 'config'), credential: join(folder, 'credential') };
};

withEngine('a kubeconfig with a plugin: a token that is replaced, and a cluster that is busy, hold no run up', async () => {
  const here = await startEngineRuns();
  const cluster = await startFakeCluster('the-first-token');
  const { pool, token } = await createAgentPool(here);
  const files = writeAgentKubeconfig(cluster.address);
  writeFileSync(files.credential, credential('the-first-token'));
  const agent = startAgentProcess(here.address, token, ['--kubernetes', '--image', 'slipway-agent:1', '--kubeconfig', files.kubeconfig]);
  try {
    const workspace = await here.createWorkspace('web', { 'execution-mode': 'agent', 'agent-pool-id': pool, 'auto-apply': true });
    await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "a" {}\n' });
    await here.until(await here.start(workspace), 'applied');
    cluster.token = 'the-next-token';
    writeFileSync(files.credential, credential('the-next-token'));
    for (const one of ['create jobs', 'create secrets', 'get jobs', 'list pods', 'delete jobs', 'deletecollection pods'])
      cluster.busy.add(one);
    await here.upload(workspace, { 'main.tf': 'resource "terraform_data" "b" {}\n' });
    await here.until(await here.start(workspace), 'applied');
    while (cluster.jobs.size > 0) await delay(60);
    assert.equal([...cluster.busy], []);
    agent.signal('SIGTERM');
    assert.is(await agent.over, 0);
    assert.match(agent.output(), /the cluster is away or busy, and is asked again: POST http:\S+\/jobs: 503 [^\n]*the storage is busy\n/);
    assert.match(agent.output(), / the cluster answers again\n/);
    assert.is(agent.output().includes('the-next-token'), false);
    assert.match([...cluster.programs].join(), /^slipway-agent\/\d+\.\d+\.\d+$/);
  } finally {
    agent.signal('SIGKILL');
    await agent.over;
    await cluster.close();
    await here.close();
  }
});

test('an agent without a cluster, or without the credentials of one, does not start', async () => {
  const files = writeAgentKubeconfig('https://10.0.0.1');
  const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const cases: readonly (readonly [readonly string[], { readonly [name: string]: string }, RegExp])[] = [
    [
      [],
      pod,
      new RegExp(
        '^slipway: --kubernetes works in a pod of the cluster with the token of its service account, ' +
          'or needs --kubeconfig or --kubernetes-address\\.\n$',
      ),
    ],
    [
      ['--kubeconfig', files.kubeconfig],
      {},
      /^slipway: --kubernetes: the plugin "cat" gives no credentials: it ended with 1; run it by hand to see why\.\n$/,
    ],
    [
      ['--kubeconfig', '/nowhere/config'],
      {},
      /^slipway: --kubernetes: invalid configuration: the kubeconfig \/nowhere\/config cannot be read: no such file or directory\.\n$/,
    ],
    [
      ['--kubernetes-address', 'https://10.0.0.1', '--kubernetes-token-file', '/nowhere/token'],
      {},
      /^slipway: --kubernetes: the token file \/nowhere\/token cannot be read: no such file or directory\.\n$/,
    ],
    [
      ['--kubernetes-address', '10.0.0.1'],
      {},
      /^slipway: --kubernetes: invalid configuration: the address of the API server is no URL of http or https\.\n$/,
    ],
    [
      ['--kubeconfig', files.kubeconfig, '--kubernetes-address', 'https://10.0.0.1'],
      {},
      /option '--kubeconfig <file>' cannot be used with option '--kubernetes-address <url>'/,
    ],
  ];
  for (const [words, environment, sentence] of cases) {
    const agent = startAgentProcess('http://127.0.0.1:1', 'x', ['--kubernetes', '--image', 'a', ...words], environment);
    assert.is(await agent.over, 2, agent.output());
    assert.match(agent.output(), sentence);
  }
});

test.run();
