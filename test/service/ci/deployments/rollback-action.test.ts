import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../../../src/engine/address.ts';
import { serveReattach } from '../../../../src/protocol/reattach.ts';
import { makeProvider } from '../../../../src/provider/provider.ts';
import { protocolClient, value } from '../../../../src/test/protocol/client.ts';
import { startEventTest } from '../../../../service/test/ci/code-host-events/support.ts';

const action = suite('the action slipway_ci_rollback');

action('takes a component back by its pipeline; what the service refuses is a diagnostic', async () => {
  const here = await startEventTest();
  const { id } = await here.createTriggers('web');
  const plugin = await serveReattach(
    () =>
      makeProvider({
        version: '0.1.0',
        log: () => {},
        environment: { SLIPWAY_CI_ADDRESS: here.listening.address, SLIPWAY_CI_TOKEN: 'owner-token' },
      }),
    { source: providerAddress },
  );
  const client = protocolClient(`unix:${plugin.address.at}`);
  try {
    await client.call('ConfigureProvider', { terraform_version: '1.14.0', config: value({ workspaces: null, ci: null }) });
    const invoke = async (change: object): Promise<readonly string[]> => {
      const config = {
        project_id: id,
        component_name: 'shop',
        environment_name: 'production',
        current_version: '2.0',
        target_version: '1.0',
        namespace: null,
        reason: 'errors',
        parameters: { deep: 'yes' },
        ...change,
      };
      const events = await client.all('InvokeAction', { action_type: 'slipway_ci_rollback', config: value(config) });
      return events.flatMap((event) => event.completed?.diagnostics ?? []).map((diagnostic: { summary: string }) => diagnostic.summary);
    };
    const source = { provider: 'codehost_app', repo: { external_id: '41' } };
    await here.ci(`POST /projects/${id}/pipeline-definitions`, {
      name: 'rollback',
      config_source: { ...source, file_path: '.ci/rollback.yml' },
      checkout_source: source,
    });
    for (const version of ['1.0', '2.0'])
      await here.ci(`POST /projects/${id}/deployments`, { component_name: 'shop', environment_name: 'production', version });
    assert.equal(await invoke({}), []);
    const [pipeline] = await here.pipelines();
    assert.equal(pipeline.trigger_parameters, { deep: 'yes' });
    assert.is((await here.ci(`GET /pipeline/${pipeline.id}/values`)).body['pipeline.deploy.target_version'], '1.0');
    const [stale, ...more] = await invoke({ current_version: '1.0', target_version: '2.0' });
    assert.match(stale!, 'answered 409: current_version: the live version there is "2.0", not "1.0"');
    assert.equal([more, (await here.pipelines()).length], [[], 1]);
  } finally {
    client.close();
    await plugin.close();
    await here.close();
  }
});

action.run();
