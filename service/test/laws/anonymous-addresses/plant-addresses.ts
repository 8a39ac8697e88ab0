import { createHash } from 'node:crypto';
import { advanceUsageExports } from '../../../src/ci/usage-exports/advance-usage-exports.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import type { PipelineTest } from '../../ci/pipelines/support.ts';
import { packTar } from '../../archives/tar.ts';
import { createZip } from '../../registry/zip.ts';
import type { SlotValues } from '../foreign-ids/request-slots.ts';
import { requireSuccess } from '../lists/list-fixture.ts';
import { document } from '../../documents.ts';

/** Clients of the hosted service are told more addresses. */
const hosted = { 'user-agent': 'go-tfe' };

export type Ask = (row: string, body?: unknown) => Promise<any>;
export const askAsOwner =
  (bench: PipelineTest): Ask =>
  (row, body) =>
    requireSuccess(bench.request(row, body, { headers: hosted }));

const stateOf = (serial: number): string => JSON.stringify({ version: 4, serial, lineage: 'l', outputs: {}, resources: [] });
const announce = (serial: number): object => ({
  serial,
  lineage: 'l',
  md5: createHash('md5').update(stateOf(serial)).digest('hex'),
});
const pathOf = (address: string): string => `/${new URL(address).pathname}`;

/** A workspace with a state, and the announcement of another. The answers to both requests. */
export const plantStates = async (ask: Ask): Promise<{ readonly values: SlotValues; readonly told: readonly unknown[] }> => {
  const workspace = (await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'stately' }))).data.id;
  await ask(`POST /workspaces/${workspace}/actions/lock`);
  const path = `POST /workspaces/${workspace}/state-versions`;
  const { attributes } = (await ask(path, document('state-versions', announce(1)))).data;
  await ask(`PUT ${pathOf(attributes['hosted-state-upload-url'])}`, stateOf(1));
  await ask(`PUT ${pathOf(attributes['hosted-json-state-upload-url'])}`, '{"format_version":"1.0"}');
  const pending = await ask(path, document('state-versions', announce(2)));
  return {
    values: { workspace_id: workspace, 'name of workspaces': 'stately', state_version_id: pending.data.id },
    told: [pending],
  };
};

/** A run that planned, and could not store the state of its apply. */
export const plantRun = async (ask: Ask): Promise<SlotValues> => {
  const workspace = (await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'ran' }))).data.id;
  const plan = { json: { format_version: '1.2' }, schemas: { format_version: '1.0' }, log: 'planned' };
  await ask('POST //_local/run-outcome', { workspace, plan, apply: { erroredState: { version: 4 }, log: 'applied' } });
  const relationships = { workspace: { data: { type: 'workspaces', id: workspace } } };
  const { id } = (await ask('POST /runs', document('runs', { 'auto-apply': true }, relationships))).data;
  await ask('POST //_local/move', { until: 'still' });
  const run = (await ask(`GET /runs/${id}`)).data.relationships;
  return {
    workspace_id: workspace,
    'name of workspaces': 'ran',
    run_id: id,
    plan_id: run.plan.data.id,
    apply_id: run.apply.data.id,
  };
};

/** A module with a version that has its files, and one that waits for them. */
export const plantModule = async (ask: Ask): Promise<{ readonly values: SlotValues; readonly told: readonly unknown[] }> => {
  const modules = '/organizations/acme/registry-modules';
  const module = await ask(
    `POST ${modules}`,
    document('registry-modules', { name: 'vpc', provider: 'storage', 'registry-name': 'private' }),
  );
  const add = (version: string) =>
    ask(`POST ${modules}/private/acme/vpc/storage/versions`, document('registry-module-versions', { version }));
  await ask(`PUT ${pathOf((await add('1.0.0')).data.links.upload)}`, packTar({ name: 'main.tf' }));
  const names = ['name of registry-modules', 'name of modules', 'name of show'];
  return {
    values: { ...Object.fromEntries(names.map((name) => [name, 'vpc'])), 'id of registry-modules': module.data.id, version: '1.0.0' },
    told: [await add('2.0.0')],
  };
};

/** A provider with a version that is published for one platform, and waits for the package of another. */
export const plantProvider = async (ask: Ask, { key_id: key }: SlotValues): Promise<SlotValues> => {
  const providers = '/organizations/acme/registry-providers';
  const names = { name: 'barge', namespace: 'acme', 'registry-name': 'private' };
  await ask(`POST ${providers}`, document('registry-providers', names));
  const path = `${providers}/private/acme/barge/versions`;
  const { links } = (
    await ask(`POST ${path}`, document('registry-provider-versions', { version: '1.0.0', 'key-id': key, protocols: ['6.0'] }))
  ).data;
  await ask(`PUT ${pathOf(links['shasums-upload'])}`, Buffer.from('sums'));
  await ask(`PUT ${pathOf(links['shasums-sig-upload'])}`, Buffer.from('signature'));
  const bytes = createZip({ 'terraform-provider-barge_v1.0.0': Buffer.from('a program') });
  const shasum = createHash('sha256').update(bytes).digest('hex');
  const add = (os: string) =>
    ask(`POST ${path}/1.0.0/platforms`, document('registry-provider-platforms', { os, arch: 'amd64', shasum, filename: `${os}.zip` }));
  await ask(`PUT ${pathOf((await add('linux')).data.links['provider-binary-upload'])}`, bytes);
  await add('darwin');
  return { 'name of registry-providers': 'barge', type: 'barge', version: '1.0.0' };
};

/** A workspace that follows a repository. */
export const plantFollower = async (ask: Ask, { oauth_token_id: token }: SlotValues): Promise<SlotValues> => {
  const repo = { identifier: 'acme/web', 'oauth-token-id': token };
  const followed = await ask('POST /organizations/acme/workspaces', document('workspaces', { name: 'followed', 'vcs-repo': repo }));
  return { workspace_id: followed.data.id, 'name of workspaces': 'followed' };
};

/** What is waiting for an upload that only the answer to its creation tells. */
export const plantConfiguration = (ask: Ask, workspace: string): Promise<unknown> =>
  ask(`POST /workspaces/${workspace}/configuration-versions`, document('configuration-versions', { 'auto-queue-runs': false }));

/** An export of the jobs that ran, whose files are there. */
export const plantUsageExport = async (bench: PipelineTest, all: SlotValues): Promise<SlotValues> => {
  // Jobs count once their workflow is over.
  await requireSuccess(bench.ci(`POST /workflow/${all['id of workflow']}/cancel`));
  await bench.wait(1000);
  const day = { start: '2026-05-01T00:00:00Z', end: '2026-05-02T00:00:00Z' };
  const made = await requireSuccess(bench.ci(`POST /organizations/${all['org_id']}/usage_export_job`, day));
  for (let turn = 0; turn < 4; turn++) {
    await bench.wait(1000);
    await advanceUsageExports(bench.store, bench.clock, defaultSettings);
  }
  return { usage_export_job_id: made.usage_export_job_id };
};
