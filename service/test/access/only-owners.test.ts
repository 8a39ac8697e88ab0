import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken } from '../../src/workspaces/organizations/bootstrap.ts';
import { type CiTestService, startCiService } from '../ci/support.ts';
import { document } from '../documents.ts';

const OnlyOwners = suite('what only owners may');

/** Each request that says so; `<org>`: the UUID of the organization, `<own>`, `<owners>`: IDs of a project and of the team of owners. */
const requests: readonly (readonly [row: string, body?: unknown])[] = [
  ['PATCH /organizations/acme', { data: { type: 'organizations', attributes: { email: 'x@acme.example' } } }],
  ['POST /organizations/acme/authentication-token'],
  ['GET /organizations/acme/authentication-token'],
  ['PATCH /organizations/acme/token-ttl-policies', {}],
  ['GET /organizations/acme/audit-configuration'],
  ['PATCH /organizations/acme/audit-configuration', {}],
  ['POST /organizations/acme/audit-configuration/test'],
  ['POST /admin/organizations/acme/subscription', {}],
  ['DELETE /organizations/acme/relationships/data-retention-policy'],
  ['DELETE /teams/<owners>'],
  ['GET /organizations/<org>/code-host-secret'],
  ['POST /organizations/<org>/code-host-secret'],
  ['DELETE /organizations/<org>/code-host-secret'],
  ['POST /owner/<org>/context/config/policy-bundle', { policies: {} }],
  ['PATCH /owner/<org>/context/config/decision/settings', { enabled: false }],
  ['PATCH /org/<org>/oidc-custom-claims', { audience: ['a'] }],
  ['DELETE /org/<org>/oidc-custom-claims?claims=audience'],
  ['POST //api/v3/orgs/<org>/update-settings', {}],
  ['PATCH /project/gh/acme/guarded/settings', { advanced: { autocancel_builds: true } }],
  ['DELETE /organization/<org>'],
  // The last: it replaces the token of that team.
  ['POST /teams/<owners>/authentication-token'],
];
/** Refused to owners as well, for another reason: what is asked for cannot be deleted, or is not there. */
const refusedToOwners = new Set([
  'DELETE /teams/<owners>',
  'DELETE /organization/<org>',
  'DELETE /organizations/acme/relationships/data-retention-policy',
]);

const start = async (): Promise<CiTestService & { readonly fill: (row: string) => string }> => {
  const here = await startCiService();
  await here.project('guarded', 'gh/acme');
  await here.ci('PATCH /project/gh/acme/guarded/settings', { advanced: { write_settings_requires_admin: true } });
  // Something that keeps the organization from being deleted.
  await here.request('POST /organizations/acme/workspaces', document('workspaces', { name: 'kept' }));
  const owners = (await here.store.read((view) => view.getByKey('teams', 'acme', 'owners')))!.id;
  const ops = (await here.store.read((view) => view.getByKey('teams', 'acme', 'ops')))!.id;
  await here.store.write(async (tx) => {
    const making = { clock: here.clock, newId };
    await createApiToken(tx, making, { secret: 'owners-team-token', owner: { kind: 'team', id: owners } });
    await createApiToken(tx, making, { secret: 'ops-team-token', owner: { kind: 'team', id: ops } });
  });
  return { ...here, fill: (row) => row.replace('<org>', here.org).replace('<owners>', owners) };
};

const ask = async (here: Awaited<ReturnType<typeof start>>, [row, body]: (typeof requests)[number], token: string): Promise<number> => {
  const isWorkspaces = /organizations\/acme|teams/.test(row);
  const options = isWorkspaces ? { token } : { token: null, headers: { 'ci-token': token, 'content-type': 'application/json' } };
  return (await here.request(here.fill(row), body, options)).status;
};

for (const token of ['acme-token', 'ops-team-token', 'mia-token', 'stranger-token'])
  OnlyOwners(`is refused to ${token}, which is no owner's`, async () => {
    const here = await start();
    for (const request of requests) {
      // The token of an organization replaces itself (decision 139).
      if (token === 'acme-token' && request[0].endsWith(' /organizations/acme/authentication-token')) continue;
      const status = await ask(here, request, token);
      assert.ok(status === 403 || status === 404, `${request[0]} answers ${status}`);
    }
    await here.close();
  });

for (const token of ['owner-token', 'owners-team-token'])
  OnlyOwners(`is open to ${token}`, async () => {
    const here = await start();
    for (const request of requests) {
      if (refusedToOwners.has(request[0])) continue;
      const status = await ask(here, request, token);
      assert.ok(![401, 403, 404, 405].includes(status) && status < 500, `${request[0]} answers ${status}`);
    }
    await here.close();
  });

const service = `${import.meta.dirname}/../../src`;

OnlyOwners('is asked of one predicate: no other file looks at the ownership of a membership', () => {
  const own = readdirSync(service, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('access/'))
    .filter((path) =>
      /\b(?:member|membership|memberships|one)\b[!?]?\.owner\b|findMembership\([^)]*\)[!?]?\??\.owner\b|\.owner === true/.test(
        readFileSync(join(service, path), 'utf8'),
      ),
    );
  assert.equal(own, []);
});

OnlyOwners.run();
