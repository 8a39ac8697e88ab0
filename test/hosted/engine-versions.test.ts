/** The hosted dialect takes any version of the engine for a workspace: it need not be installed, nor exist yet. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceTestService, type WorkspaceTestService } from '../../service/test/workspaces/support.ts';

const versions = suite<WorkspaceTestService>('versions of the engine');
versions.before.each(async (context) => {
  Object.assign(context, await createWorkspaceTestService({ profile: 'hosted' }));
});
versions.after.each(({ close }) => close());

versions('any version is taken, in a create and in an update', async ({ request }) => {
  const document = (attributes: object) => ({ data: { type: 'workspaces', attributes } });
  for (const [at, version] of ['0.11.15', '1.11.4', '1.15.9', '9.9.9', '1.16.0-beta1', '~> 1.5.0', 'latest'].entries()) {
    const made = await request('POST /organizations/acme/workspaces', document({ name: `at-${at}`, 'terraform-version': version }));
    assert.equal([made.status, made.body.data?.attributes['terraform-version']], [201, version]);
    const { id } = (await request('POST /organizations/acme/workspaces', document({ name: `later-${at}` }))).body.data;
    const changed = await request(`PATCH /workspaces/${id}`, document({ 'terraform-version': version }));
    assert.equal([changed.status, changed.body.data?.attributes['terraform-version']], [200, version]);
  }
});

versions.run();
