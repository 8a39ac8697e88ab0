import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CiTestService, startCiService } from '../support.ts';
import { askAsClassic, orbQueries as q, sayingOrb } from './classic.ts';

const test = suite<{ here: CiTestService }>('orbs that an admin imports with the older command line');
test.before.each(async (context) => {
  context.here = await startCiService();
});
test.after.each(({ here }) => here.close());

const importing = {
  namespace: `mutation($name: String!) {
    importNamespace( name: $name, ) { namespace { id } errors { message type } } }`,
  orb: `mutation($name: String!, $registryNamespaceId: UUID!){
    importOrb( name: $name, registryNamespaceId: $registryNamespaceId ){ orb { id } errors { message type } } }`,
  version: `mutation($config: String!, $orbId: UUID!, $version: String!) {
    importOrbVersion( orbId: $orbId, orbYaml: $config, version: $version ) { orb { version } errors { message } } }`,
};

test('the namespace, the orb and its version are looked up, then imported', async ({ here }) => {
  const ask = (query: string, variables: object) => askAsClassic(here, query, variables);
  assert.equal(await ask(q.exists, { name: 'acme/node', namespace: 'acme' }), { orb: null, registryNamespace: { id: here.org } });
  assert.equal(await ask(q.info, { orbVersionRef: 'acme/node@5.1.0' }), { orbVersion: null });
  assert.equal(await ask(importing.namespace, { name: 'acme' }), { importNamespace: { namespace: { id: here.org }, errors: [] } });
  const { importOrb } = await ask(importing.orb, { name: 'node', registryNamespaceId: here.org });
  assert.equal(importOrb.errors, []);
  const sent = { config: sayingOrb('imported'), orbId: importOrb.orb.id, version: '5.1.0' };
  assert.equal(await ask(importing.version, sent), { importOrbVersion: { orb: { version: '5.1.0' }, errors: [] } });
  assert.is((await ask(q.source, { orbVersionRef: 'acme/node@5' })).orbVersion.source, sayingOrb('imported'));
  assert.equal((await ask(importing.version, sent)).importOrbVersion.errors, [
    { message: 'acme/node@5.1.0 is published, and a release never changes: publish another version' },
  ]);
  assert.match(
    (await ask(importing.version, { ...sent, version: '5.2.0', config: 'version: 2.1\njobs: 7\n' })).importOrbVersion.errors[0].message,
    /^line 2/,
  );
});

test('a namespace is that of an organization: its admins import, and nobody else', async ({ here }) => {
  const first = (name: string) => ({
    importNamespace: {
      namespace: null,
      errors: [
        { message: `a namespace is that of an organization of its name: first create the organization "${name}"`, type: 'NAMESPACE_ERROR' },
      ],
    },
  });
  assert.equal(await askAsClassic(here, importing.namespace, { name: 'circleci' }), first('circleci'));
  assert.equal(await askAsClassic(here, importing.namespace, { name: 'acme' }, 'stranger-token'), first('acme'));
  const [namespace, orb] = [
    (await askAsClassic(here, importing.namespace, { name: 'acme' }, 'mia-token')).importNamespace,
    (await askAsClassic(here, importing.orb, { name: 'node', registryNamespaceId: here.org }, 'mia-token')).importOrb,
  ];
  assert.equal(namespace.errors, [
    { message: 'this token may not change the namespace, its resource classes and their tokens', type: 'NAMESPACE_ERROR' },
  ]);
  assert.equal(orb.errors, [{ message: 'this token may not create and release orbs of this organization', type: 'ORB_ERROR' }]);
  const { importOrb } = await askAsClassic(here, importing.orb, { name: 'node', registryNamespaceId: here.org });
  const version = { config: sayingOrb('x'), orbId: importOrb.orb.id, version: 'dev:x' };
  const refusals = async (token: string) => (await askAsClassic(here, importing.version, version, token)).importOrbVersion.errors;
  assert.equal(await refusals('mia-token'), [{ message: 'this token may not create and release orbs of this organization' }]);
  assert.equal(await refusals('stranger-token'), [
    { message: `the orb ${importOrb.orb.id} was not found, or this token has no access to it` },
  ]);
});

test.run();
