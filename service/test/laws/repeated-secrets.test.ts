// watchdog: 600 s
/**
 * Errors repeat no member that is stored sealed: every endpoint that takes one gets a canary of each type of JSON in its place, and every
 * text of every endpoint an address with a password; then the response, the journal and what the service writes are searched.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toHostedDocument } from '@slipway/declarations/dialects';
import { schedule } from '@slipway/test-support/scale';
import { startProcess } from '@slipway/test-support/service-processes';
import { fillBody, fillPath } from './fuzz/fill-path.ts';
import { type FuzzedService, serviceEndpoints, startFuzzedService } from './fuzz/fuzzed-service.ts';
import type { FuzzEndpoint } from './fuzz/fuzz-request.ts';
import { secrets } from './fuzz/seed.ts';
import { sendRaw } from './fuzz/socket.ts';
import { listMemberPaths, type MemberPath, placeValue } from './repeated-secrets/sealed-paths.ts';

/** Neither is a part of any other text. */
const canary = 'canary-4f1d';
const canaryNumber = 82_719_463;
const found = /canary-4f1d|82719463/;

/** In the place of a sealed member. */
const wrongValues: readonly unknown[] = [
  [canary],
  { x: canary },
  { [canary]: 1 },
  canaryNumber,
  [[canaryNumber]],
  `${canary}\u0000`,
  `\ud800${canary}`,
  `${canary}\n\u2028`,
  canary + 'x'.repeat(70_000),
  canary.repeat(30_000),
  `http s://${canary}`,
  canary,
];
/** In the place of any text. */
const addresses: readonly string[] = [
  `https://user:${canary}@host.example/`,
  `https://user:${canary}@host name`,
  `https://${canary}@host.example:99999/`,
  `//user:${canary}@host`,
  `ssh://git:${canary}/x@host/a b`,
  `user:${canary}@host.example`,
  `https%3A%2F%2Fuser%3A${canary}%40host`,
];

const send = async (service: FuzzedService, row: FuzzEndpoint, body: string) => {
  const nothing = { method: undefined, places: [0, 0, 0, 0, 0, 0], odd: [], query: {}, rawQuery: undefined, changes: [], keep: true };
  const asked = { ...nothing, row, body: Buffer.from(body), token: secrets[0], carried: 99, type: undefined, extra: [] };
  const answer = await sendRaw(service.port, fillPath({ ...asked, manner: 'whole' }, service.pools(row.service)), 30_000);
  return { status: answer?.status ?? 0, text: answer ? JSON.stringify(answer.headers) + answer.body.toString() : '' };
};

/** Bodies in which the place of a sealed member, or what should hold it, has a canary. */
const listWrongBodies = (body: unknown, path: MemberPath): readonly string[] => [
  ...wrongValues.map((value) => JSON.stringify(placeValue(body, path, value))),
  ...path.map((_, depth) => JSON.stringify(placeValue(body, path.slice(0, depth), canary))),
  ...path.map((_, depth) => JSON.stringify(placeValue(body, path.slice(0, depth), [canary]))),
  // No JSON, near the secret.
  JSON.stringify(placeValue(body, path, canary)).replace(`"${canary}"`, `"${canary}" x`),
  JSON.stringify(placeValue(body, path, canary)).replace(`"${canary}"`, `${canary}`),
];

const services = ['workspaces', 'ci'] as const;
/** A member that the dialects call differently. */
const versionMember = { neutral: 'engine-version', hosted: 'terraform-version' } as const;

for (const dialect of ['neutral', 'hosted'] as const) {
  const law = suite<{ service: FuzzedService; takeJournal(): Promise<readonly string[]> }>(
    `errors repeat no secret in the ${dialect} dialect`,
  );
  law.before(async (context) => {
    let address = '';
    context.service = await startFuzzedService(async (...args) => {
      const started = await startProcess(...args, '--journal-bodies', '--dialect', dialect);
      ({ address } = started);
      return started;
    });
    context.takeJournal = async () => {
      const { entries } = (await (await fetch(`${address}/_local/requests`)).json()) as { readonly entries: readonly object[] };
      await fetch(`${address}/_local/requests`, { method: 'DELETE' });
      return entries.map((one) => JSON.stringify(one));
    };
  });
  law.after(async ({ service }) => {
    await service.stop();
  });

  const paths = Object.fromEntries(services.map((service) => [service, listMemberPaths(service, dialect)]));
  const bodyOf = (service: FuzzedService, row: FuzzEndpoint): unknown => {
    const body = fillBody(row.body ?? {}, service.pools(row.service), 0);
    return dialect === 'hosted' && row.service !== 'local' ? toHostedDocument(body, row.service) : body;
  };
  const pathsOf = ({ service, row }: FuzzEndpoint) => paths[service]?.get(row);

  law('every endpoint that takes a sealed member is known here', () => {
    const known = new Set(serviceEndpoints.filter((endpoint) => (pathsOf(endpoint)?.sealed.length ?? 0) > 0).map(({ row }) => row));
    for (const row of [
      'POST /workspaces/{workspace_id}/vars',
      'PATCH /workspaces/{workspace_id}/vars/{var_id}',
      'POST /varsets/{varset_id}/relationships/vars',
      'POST /organizations/{organization_name}/varsets',
      'POST /policy-sets/{policy_set_id}/parameters',
      'POST /organizations/{organization_name}/ssh-keys',
      'POST /organizations/{organization_name}/oauth-clients',
      'POST /organizations/{organization_name}/tasks',
      'POST /workspaces/{workspace_id}/notification-configurations',
      'POST /workspaces/{workspace_id}/state-versions',
      'POST /runs',
      'PUT /context/{context-id}/environment-variable/{env-var-name}',
      'POST /project/{project-slug}/envvar',
      'POST /webhook',
      'POST /pipeline/continue',
    ])
      assert.ok(known.has(row), row);
    const described = services.flatMap((service) => [...paths[service]!].filter(([, { sealed }]) => sealed.length > 0).map(([row]) => row));
    const asked = new Set(serviceEndpoints.map(({ row }) => row));
    assert.equal(
      described.filter((row) => !asked.has(row)),
      [],
    );
  });

  law('the service takes and answers in the words of the dialect', async ({ service }) => {
    const row = serviceEndpoints.find((one) => one.row === 'POST /organizations/{organization_name}/workspaces')!;
    const attributes = { name: 'of-the-dialect', [versionMember[dialect]]: 7 };
    const { status, text } = await send(service, row, JSON.stringify({ data: { type: 'workspaces', attributes } }));
    assert.is(status, 422);
    assert.match(text, `/data/attributes/${versionMember[dialect]}`);
  });

  law('of a sealed member nothing is repeated, whatever stands in its place', async ({ service, takeJournal }) => {
    const repeated: string[] = [];
    let sent = 0;
    for (const row of serviceEndpoints) {
      const { sealed } = pathsOf(row) ?? { sealed: [] };
      for (const path of sealed) {
        const body = bodyOf(service, row);
        for (const wrong of listWrongBodies(body, path)) {
          const { status, text } = await send(service, row, wrong);
          sent++;
          if ((status < 200 || status >= 400) && found.test(text)) repeated.push(`${row.row} ${path.join('.')}: ${text.slice(-300)}`);
        }
        for (const value of wrongValues.slice(0, 3)) await send(service, row, JSON.stringify(placeValue(body, path, value)));
      }
      if (sealed.length > 0) {
        for (const one of await takeJournal())
          if (found.test(one))
            repeated.push(`${row.row} in the journal: ${one.slice(Math.max(0, one.search(found) - 200), one.search(found) + 20)}`);
      }
    }
    assert.ok(sent > 500, `${sent} requests`);
    assert.equal(repeated, []);
    assert.not.match(service.complaints(), found);
  });

  law('of an address its user and password are not repeated, in whatever text it stands', async ({ service }) => {
    const repeated: string[] = [];
    let sent = 0;
    for (const [index, row] of serviceEndpoints.entries()) {
      const { texts } = pathsOf(row) ?? { texts: [] };
      for (const [place, path] of texts.entries()) {
        const body = bodyOf(service, row);
        for (const address of schedule([addresses[(index + place) % addresses.length]!, addresses[0]!], addresses)) {
          const { status, text } = await send(service, row, JSON.stringify(placeValue(body, path, address)));
          sent++;
          if ((status < 200 || status >= 400) && found.test(text)) repeated.push(`${row.row} ${path.join('.')}: ${text.slice(-300)}`);
        }
      }
    }
    assert.ok(sent > 500, `${sent} requests`);
    assert.equal(repeated, []);
    assert.not.match(service.complaints(), found);
  });

  law.run();
}
