import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture } from './support/engine-fixture.ts';
import { document } from '../../service/test/documents.ts';

const Permissions = suite('a lost permission under the real engine');
const real = engine.found ? Permissions : skipWithReason(Permissions, engine.reason);
let fixture: EngineFixture;
const made: { team: string; access: string; token: string } = { team: '', access: '', token: '' };

const as = (token: string, hcl: string) => `provider "slipway" {\n  workspaces = { token = "${token}" }\n}\n${hcl}`;
const shop = 'resource "slipway_workspace" "w" {\n  name = "shop"\n  description = "before"\n}\n';

if (engine.found) {
  Permissions.before(async () => {
    fixture = await startFixture();
    await fixture.apply(shop);
    const team = await fixture.api('POST', '/organizations/acme/teams', document('teams', { name: 'shopkeepers' }));
    const token = await fixture.api('POST', `/teams/${team.body.data.id}/authentication-token`, document('authentication-tokens', {}));
    made.team = team.body.data.id;
    made.token = token.body.data.attributes.token;
    const access = await fixture.api(
      'POST',
      '/team-workspaces',
      document(
        'team-workspaces',
        { access: 'admin' },
        {
          team: { data: { type: 'teams', id: made.team } },
          workspace: { data: { type: 'workspaces', id: fixture.state('slipway_workspace.w')['id'] } },
        },
      ),
    );
    made.access = access.body.data.id;
  });
  Permissions.after(async () => {
    await fixture.close();
  });
}

real('a team with admin access to one workspace plans it without a difference', async () => {
  assert.equal(await fixture.plannedChanges(as(made.token, shop)), []);
});

real('once that access is gone the object stays in the state, and the person is told why', async () => {
  const id = fixture.state('slipway_workspace.w')['id'];
  await fixture.api('DELETE', `/team-workspaces/${made.access}`);
  const text = oneLine(await fixture.run(['plan', '-no-color'], 1));
  assert.match(text, 'Could not read the workspace: it cannot be seen');
  assert.match(text, 'The object stays in the state.');
  assert.is(fixture.state('slipway_workspace.w')['id'], id);
});

real('a token that lost the whole organization never drops anything either', async () => {
  await fixture.api('DELETE', `/teams/${made.team}`);
  fixture.write(as(made.token, shop));
  const text = oneLine(await fixture.run(['plan', '-no-color'], 1));
  assert.match(text, 'answered 401');
  assert.ok(fixture.state('slipway_workspace.w')['id']);
});

real('with a token that sees everything, a 404 means gone', async () => {
  assert.equal(await fixture.plannedChanges(shop), []);
  await fixture.api('DELETE', `/workspaces/${fixture.state('slipway_workspace.w')['id']}`);
  assert.equal(await fixture.plannedChanges(), ['create slipway_workspace.w']);
});

Permissions.run();
