// watchdog: 60 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../service/src/start.ts';
import { runSlipway } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('former names at the gates');
const owner = '00000000-0000-4000-8000-0000000000ac';
const token = 'user-token-0123456789';

const lint = async (configuration: object) => {
  const folder = temporaryFolder({ 'cdk.tf.json': JSON.stringify(configuration) });
  const { stdout } = await runSlipway(['lint', '--format', 'json', 'cdk.tf.json'], { folder });
  return (JSON.parse(stdout) as { rule: string; severity: string; pointer: string; message: string }[])
    .map(({ rule, severity, pointer, message }) => `${severity} ${rule} ${pointer}: ${message}`)
    .sort();
};

test('lint reports former names in a synthesized configuration, and not the new ones', async () => {
  assert.equal(
    await lint({
      provider: { slipway: [{ workspaces: { profile: 'hosted' } }] },
      resource: {
        slipway_workspace: { w: { name: 'web', tags_own: 'some' } },
        slipway_ci_policy_settings: { s: { owner_id: owner, enabled: true } },
      },
      data: { slipway_ci_policy_bundle: { b: { owner_id: owner, context: 'config' } } },
    }),
    [
      'warning deprecated /data/slipway_ci_policy_bundle/b/owner_id: Use `organization_id`.',
      'warning deprecated /provider/slipway/0/workspaces/profile: Use `dialect`.',
      'warning deprecated /resource/slipway_ci_policy_settings/s/owner_id: Use `organization_id`.',
      'warning deprecated /resource/slipway_workspace/w/tags_own: Use `ignore_additional_tags`: false for "all", true for "some".',
    ],
  );
  assert.equal(
    await lint({
      provider: { slipway: [{ workspaces: { dialect: 'hosted' } }] },
      resource: {
        slipway_workspace: { w: { name: 'web', ignore_additional_tags: true } },
        slipway_ci_policy_settings: { s: { organization_id: owner, enabled: true } },
      },
    }),
    [],
  );
});

test('lint finds both names, and neither of a required attribute', async () => {
  const faults = async (settings: object) =>
    (await lint({ resource: { slipway_ci_policy_settings: { s: { enabled: true, ...settings } } } })).filter((client) =>
      client.startsWith('error'),
    );
  assert.is((await faults({ owner_id: owner, organization_id: owner })).length, 1);
  assert.is((await faults({})).length, 1);
  assert.equal(await faults({ organization_id: owner }), []);
});

test('names on the wire never change: a request with them gets no deprecation warning', async () => {
  const service = await openService({ store: 'memory', test: true, token });
  try {
    await fetch(`${service.address}/_local/reset`, { method: 'POST', body: '{"empty":true}' });
    const seed = { users: [{ name: 'ada', token }], organizations: [{ name: 'acme', owners: ['ada'], ci: { id: owner } }] };
    await fetch(`${service.address}/_local/seed`, { method: 'POST', body: JSON.stringify(seed) });
    const ask = (method: string, path: string, body: object) =>
      fetch(`${service.address}/api/v2${path}`, {
        method,
        headers: { 'ci-token': token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const day = (offset: number) => new Date(Date.now() - offset * 86_400_000).toISOString();
    const exported = await ask('POST', `/organizations/${owner}/usage_export_job`, { start: day(3), end: day(1), shared_org_ids: [owner] });
    assert.equal([exported.status, exported.headers.get('deprecation')], [201, null]);
    const settings = await ask('PATCH', `/owner/${owner}/context/config/decision/settings`, { enabled: false });
    assert.equal([settings.status, settings.headers.get('deprecation')], [200, null]);
  } finally {
    await service.close();
  }
});

test.run();
