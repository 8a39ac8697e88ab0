import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed } from '../src/seed/index.ts';
import { openService } from '../src/start.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('former names in seed files and settings');

const seed = (settings: string, connections: string, enforced: string): string => `settings:
${settings}
organizations:
  - name: acme
    ${connections}: [{ service_provider: github, http_url: 'https://github.com', api_url: 'https://api.github.com' }]
    ci: { ${enforced}: true }
    owners: [ann]
users: [{ name: ann }]
`;
const former = seed(
  '  engine_releases: [1.5.7]\n  run_step_milliseconds: 5\n  ci_step_milliseconds: 7',
  'oauth_connections',
  'judge_pipelines',
);
const today = seed(
  '  engine_versions: [1.5.7]\n  run_status_milliseconds: 5\n  ci_status_milliseconds: 7',
  'oauth_clients',
  'enforce_policies',
);

test('a seed under former names is the seed under the new ones; each is reported with file and line', () => {
  const [before, after] = [parseSeed('seed.yaml', former), parseSeed('seed.yaml', today)];
  assert.equal([before.content, before.settings], [after.content, after.settings]);
  assert.equal(after.warnings, []);
  assert.equal(before.warnings, [
    'seed.yaml:2: "settings.engine_releases" is deprecated: Use `engine_versions`.',
    'seed.yaml:3: "settings.run_step_milliseconds" is deprecated: Use `run_status_milliseconds`.',
    'seed.yaml:4: "settings.ci_step_milliseconds" is deprecated: Use `ci_status_milliseconds`.',
    'seed.yaml:7: "organizations[0].oauth_connections" is deprecated: Use `oauth_clients`.',
    'seed.yaml:8: "organizations[0].ci.judge_pipelines" is deprecated: Use `enforce_policies`.',
  ]);
});

test('both names of one thing are a mistake in the file', () => {
  const twice = seed('  engine_releases: [1.5.7]\n  engine_versions: [1.5.7]', 'oauth_clients', 'enforce_policies');
  assert.throws(
    () => parseSeed('seed.yaml', twice),
    /seed\.yaml:2: "settings\.engine_releases" cannot be set together with "settings\.engine_versions": `engine_releases` is the former n/,
  );
});

test('the service reports former names: at start, and in the headers of requests that change settings or plant a seed', async () => {
  const folder = temporaryFolder({ 'seed.yaml': former });
  const service = await openService({ store: 'memory', seed: `${folder}/seed.yaml`, test: true });
  try {
    assert.is(service.warnings.length, 5);
    const change = (settings: object) => fetch(`${service.address}/_local/settings`, { method: 'PATCH', body: JSON.stringify(settings) });
    const answer = await change({ run_step_milliseconds: 9 });
    assert.equal(
      [answer.status, answer.headers.get('deprecation'), answer.headers.get('warning')],
      [200, 'true', '299 - "the request:1: \\"settings.run_step_milliseconds\\" is deprecated: Use `run_status_milliseconds`."'],
    );
    assert.is(((await answer.json()) as { run_status_milliseconds: number }).run_status_milliseconds, 9);
    assert.is((await change({ run_status_milliseconds: 3 })).headers.get('deprecation'), null);
    await fetch(`${service.address}/_local/reset`, { method: 'POST', body: '{"empty":true}' });
    const planted = await fetch(`${service.address}/_local/seed`, { method: 'POST', body: former });
    assert.equal(
      [planted.status, planted.headers.get('deprecation'), planted.headers.get('warning')?.split(', ').length],
      [201, 'true', 5],
    );
  } finally {
    await service.close();
  }
});

test.run();
