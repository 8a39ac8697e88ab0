import type { TestService } from '../../support.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import { createSigningKey } from '../../registry/openpgp.ts';
import type { SlotValues } from './request-slots.ts';
import { document, one } from '../../documents.ts';
import { packTar } from '../../archives/tar.ts';

/** A provider with a version for one platform, and the key that signs it. */
const plantProviders = async (
  ask: (row: string, body?: unknown) => Promise<any>,
  organization: string,
  label: string,
): Promise<SlotValues> => {
  const providers = `/organizations/${organization}/registry-providers`;
  const name = `${label}-crane`;
  const path = `${providers}/private/${organization}/${name}`;
  const key = { namespace: organization, 'ascii-armor': createSigningKey().asciiArmor };
  const { 'key-id': keyId } = (await ask('POST //api/registry/private/v2/gpg-keys', document('gpg-keys', key))).data.attributes;
  const names = { name, namespace: organization, 'registry-name': 'private' };
  const provider = await ask(`POST ${providers}`, document('registry-providers', names));
  const version = `1.0.${organization.length}`;
  const release = { version, 'key-id': keyId, protocols: ['6.0'] };
  const { id } = (await ask(`POST ${path}/versions`, document('registry-provider-versions', release))).data;
  const platform = { os: 'linux', arch: 'amd64', shasum: 'a'.repeat(64), filename: 'a.zip' };
  await ask(`POST ${path}/versions/${version}/platforms`, document('registry-provider-platforms', platform));
  return { key_id: keyId, 'name of registry-providers': name, 'id of registry-providers': provider.data.id, type: name, owner: id };
};

/** A registry module, its no-code module, and a workspace of that in an upgrade; a provider. */
export const plantModules = async (
  bench: Pick<TestService, 'request'>,
  organization: string,
  token: string,
  label = organization,
): Promise<SlotValues> => {
  const ask = (row: string, body?: unknown): Promise<any> => requireSuccess(bench.request(row, body, { token }));
  const name = `${label}-bucket`;
  const version = `1.0.${organization.length}`;
  const modules = `/organizations/${organization}/registry-modules`;
  const publish = (number: string) =>
    ask(
      `POST ${modules}/private/${organization}/${name}/storage/versions`,
      document('registry-module-versions', { version: number, variables: [{ name: 'region', type: 'string' }] }),
    );
  const module = await ask(`POST ${modules}`, document('registry-modules', { name, provider: 'storage', 'registry-name': 'private' }));
  await publish(version);
  const noCode = await ask(
    `POST /organizations/${organization}/no-code-modules`,
    document('no-code-modules', { enabled: true }, { 'registry-module': { data: { id: module.data.id, type: 'registry-module' } } }),
  );
  const variable = { type: 'vars', attributes: { key: 'region', value: 'eu', category: 'infra' } };
  const workspace = await ask(
    `POST /no-code-modules/${noCode.data.id}/workspaces`,
    document('workspaces', { name: `${label}-made` }, { vars: { data: [variable] } }),
  );
  await publish(`2.${version.slice(2)}`);
  const upgrade = await ask(`POST /no-code-modules/${noCode.data.id}/workspaces/${workspace.data.id}/upgrade`, document('workspaces', {}));
  const testVariable = await ask(
    `POST /organizations/${organization}/tests/registry-modules/private/${organization}/${name}/storage/vars`,
    document('vars', { key: 'depth', value: '4', category: 'env' }),
  );
  const tests = `/organizations/${organization}/tests/registry-modules/private/${organization}/${name}/storage/test-runs`;
  const files = await ask(`POST ${tests}/configuration-versions`);
  await ask(`PUT /${new URL(files.data.attributes['upload-url']).pathname}`, packTar({ name: 'main.tf' }));
  const testRun = await ask(
    `POST ${tests}`,
    document('test-runs', {}, { 'configuration-version': one('configuration-versions', files.data.id) }),
  );
  return {
    ...(await plantProviders(ask, organization, label)),
    variable_id: testVariable.data.id,
    test_run_id: testRun.data.id,
    namespace: organization,
    'name of registry-modules': name,
    'name of modules': name,
    'name of show': name,
    'name of delete': name,
    version,
    'id of registry-modules': module.data.id,
    'id of show': module.data.id,
    'id of no-code-modules': noCode.data.id,
    no_code_module_id: noCode.data.id,
    'id of workspaces': workspace.data.id,
    'workspace_id of no-code-modules': workspace.data.id,
    'id of upgrade': upgrade.data.id,
  };
};
