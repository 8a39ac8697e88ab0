import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSeed, applySeed } from '../../../src/seed/index.ts';
import type { ServiceSettings } from '../../../src/http/route.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { routes } from '../../../src/workspaces/index.ts';
import { startCiService, type CiTestService } from '../support.ts';
import { serviceListeners } from '../../../src/service.ts';

const seed = suite<{ here: CiTestService; plant(source: string, settings?: Partial<ServiceSettings>): Promise<string> }>(
  'seed of CI policies',
);
seed.before.each(async (context) => {
  const { store, clock } = (context.here = await startCiService());
  await store.clear();
  context.plant = async (source, settings = {}) =>
    applySeed(store, parseSeed('seed.yaml', source), {
      clock,
      settings: { ...defaultSettings, ...settings },
      listeners: serviceListeners,
      routes,
    }).then(
      () => 'planted',
      (error: Error) => error.message,
    );
});
seed.after.each(async (context) => {
  await context.here.close();
});

const owner = 'aaaaaaaa-0000-4000-8000-000000000001';
const file = (policy: string): string => `users: [{ name: ann, token: ann-token }]
organizations:
  - name: acme
    owners: [ann]
    ci:
      id: ${owner}
      enforce_policies: true
      policies:
        images.rego: |
${policy
  .split('\n')
  .map((line) => `          ${line}`)
  .join('\n')}
`;
const hard = 'package org\npolicy_name["images"]\nenable_hard["pinned"]\npinned = "not pinned" { input.version < 2 }';
const ann = { token: 'ann-token' };

seed('policies and whether pipelines are judged are planted', async ({ here: { ci }, plant }) => {
  assert.is(await plant(file(hard)), 'planted');
  assert.equal((await ci(`GET /owner/${owner}/context/config/decision/settings`, undefined, ann)).body, { enabled: true });
  const { images } = (await ci(`GET /owner/${owner}/context/config/policy-bundle`, undefined, ann)).body;
  assert.equal([images.length, images[0].name, images[0].content], [1, 'images', `${hard}\n`]);
  assert.equal((await ci(`POST /owner/${owner}/context/config/decision`, { input: 'version: 1' }, ann)).body.hard_failures, [
    { rule: 'pinned', reason: 'not pinned' },
  ]);
});

seed('a policy that does not compile is told with both places, and nothing is planted', async ({ here: { store }, plant }) => {
  assert.is(
    await plant(file('package org\npolicy_name["images"]\nx := ')),
    'seed.yaml:8: organizations.0.ci.policies: images.rego:4:1: expected a value, found the end of the file',
  );
  assert.is(await store.read((view) => view.count({ kind: 'organizations' })), 0);
});

seed('with an Open Policy Agent only what every policy needs is asked for', async ({ here: { ci }, plant }) => {
  const beyond = 'package org\npolicy_name["images"]\nx = http.send({"method": "get", "url": "http://a"})';
  assert.match(await plant(file(beyond)), /http\.send/);
  assert.is(await plant(file(beyond), { opa: 'http://127.0.0.1:8181' }), 'planted');
  assert.equal(Object.keys((await ci(`GET /owner/${owner}/context/config/policy-bundle`, undefined, ann)).body), ['images']);
});

seed.run();
