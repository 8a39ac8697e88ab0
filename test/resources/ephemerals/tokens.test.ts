import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEphemeral } from '../support/open-ephemeral.ts';

const token = (id: string, secret: string | null) => ({
  data: {
    id,
    type: 'authentication-tokens',
    attributes: { description: 'smoke', token: secret, 'expired-at': '2099-01-01T00:00:00.000Z', 'created-at': '2026-01-01T00:00:00.000Z' },
    relationships: {},
  },
});
const issued = { status: 201, answer: token('at-1', 'secret-of-the-token') };
const opened = { id: 'at-1', token: 'secret-of-the-token', expired_at: '2099-01-01T00:00:00.000Z' };
const deleted = { request: 'DELETE /authentication-tokens/at-1', status: 204 };

/** The attributes of the only body, with its expiry apart: seconds from now, rounded to minutes. */
const sent = (bodies: readonly unknown[]) => {
  assert.is(bodies.length, 1);
  const { data } = bodies[0] as { data: { type: string; attributes: { [name: string]: string } } };
  const { 'expired-at': expires, ...attributes } = data.attributes;
  return { ...data, attributes, seconds: Math.round((Date.parse(expires!) - Date.now()) / 60_000) * 60 };
};

const several = suite('ephemeral tokens beside others');
several('a token of a team is issued with an end, and deleted when it is closed; its secret is not in what the engine keeps', async () => {
  const { result, held, faults, bodies } = await openEphemeral(
    'team_token',
    { team_id: 'team-1', description: 'smoke', lifetime: 3600 },
    [{ request: 'POST /teams/team-1/authentication-tokens', ...issued }],
    [deleted],
  );
  assert.equal(faults, []);
  assert.equal(result, { team_id: 'team-1', description: 'smoke', lifetime: 3600, ...opened });
  assert.equal(sent(bodies), { type: 'authentication-tokens', attributes: { description: 'smoke' }, seconds: 3600 });
  assert.match(held, '"id":"at-1"');
  assert.not.match(held, 'secret-of-the-token');
});
several('a token of an agent pool that sets neither has a description of its own and lives for a day', async () => {
  const { result, faults, bodies } = await openEphemeral(
    'agent_token',
    { agent_pool_id: 'apool-1' },
    [{ request: 'POST /agent-pools/apool-1/authentication-tokens', ...issued }],
    [deleted],
  );
  assert.equal(faults, []);
  const { attributes, seconds } = sent(bodies);
  assert.match(attributes['description']!, /^slipway-ephemeral-[0-9a-f]{8}$/);
  assert.is(seconds, 86_400);
  assert.equal(result, { agent_pool_id: 'apool-1', description: attributes['description'], lifetime: 86_400, ...opened });
});
several('a token that somebody else deleted is closed', async () => {
  const { faults } = await openEphemeral(
    'team_token',
    { team_id: 'team-1' },
    [{ request: 'POST /teams/team-1/authentication-tokens', ...issued }],
    [{ ...deleted, status: 404 }],
  );
  assert.equal(faults, []);
});
several('where the service refuses, nothing is kept and nothing is closed', async () => {
  const answer = { errors: [{ status: '404', title: 'not found' }] };
  const { result, held, faults } = await openEphemeral('team_token', { team_id: 'team-1' }, [
    { request: 'POST /teams/team-1/authentication-tokens', status: 404, answer },
  ]);
  assert.is(result, null);
  assert.is(held, '');
  assert.match(faults[0]!, /^Could not open the team token: /);
});
several('a token that the service does not delete is an error of closing', async () => {
  const { faults } = await openEphemeral(
    'team_token',
    { team_id: 'team-1' },
    [{ request: 'POST /teams/team-1/authentication-tokens', ...issued }],
    [{ ...deleted, status: 403, answer: { errors: [{ status: '403', title: 'forbidden' }] } }],
  );
  assert.is(faults.length, 1);
  assert.match(faults[0]!, /^Could not close the team token: /);
});
several.run();

const only = suite('the ephemeral token of an organization');
const path = '/organizations/acme/authentication-token';
const none = { request: `GET ${path}`, status: 404, answer: { errors: [{ status: '404', title: 'not found' }] } };
only('it is issued where there is none, and deleted while it is still the one that was opened', async () => {
  const { result, faults, bodies } = await openEphemeral(
    'organization_token',
    {},
    [none, { request: `POST ${path}`, ...issued }],
    [
      { request: `GET ${path}`, answer: token('at-1', null) },
      { request: `DELETE ${path}`, status: 204 },
    ],
  );
  assert.equal(faults, []);
  assert.equal(result, { organization: 'acme', force_regenerate: false, lifetime: 86_400, ...opened });
  assert.equal(sent(bodies), { type: 'authentication-tokens', attributes: {}, seconds: 86_400 });
});
only('a token that the organization has is an error, and is not replaced', async () => {
  const { result, faults } = await openEphemeral('organization_token', { organization: 'beta' }, [
    { request: 'GET /organizations/beta/authentication-token', answer: token('at-0', null) },
  ]);
  assert.is(result, null);
  assert.equal(faults, [
    'Could not open the organization token: it already exists: The organization "beta" has a token, and has one at most. ' +
      'Delete it, or set `force_regenerate = true` to replace it: whoever uses it can then use it no longer.',
  ]);
});
only('on request it is replaced; one that another issued since then is left alone', async () => {
  const { result, faults } = await openEphemeral(
    'organization_token',
    { force_regenerate: true },
    [{ request: `POST ${path}`, ...issued }],
    [{ request: `GET ${path}`, answer: token('at-2', null) }],
  );
  assert.equal(faults, []);
  assert.is(result!['token'], 'secret-of-the-token');
});
only('a token that no longer exists is closed without an error', async () => {
  const { faults } = await openEphemeral(
    'organization_token',
    { force_regenerate: true },
    [{ request: `POST ${path}`, ...issued }],
    [none],
  );
  assert.equal(faults, []);
});
only.run();
