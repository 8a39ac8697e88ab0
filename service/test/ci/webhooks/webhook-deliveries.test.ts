import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliverWebhooks } from '../../../src/ci/webhooks/deliver-webhooks.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { running, type Running } from '../code-host-events/support.ts';
import { freePort } from '@slipway/test-support/free-port';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}
const outbound = suite<{
  here: Running;
  server: Server;
  received: Received[];
  statuses: number[];
  port: number;
  project: string;
  webhook(change?: object): Promise<string>;
  told(anywhere?: boolean): Promise<number>;
  deliveries(id: string): Promise<any>;
}>('what CI webhooks are told');
outbound.before.each(async (context) => {
  const here = (context.here = await running());
  const received: Received[] = (context.received = []);
  const statuses: number[] = (context.statuses = []);
  context.server = createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (text: string) => {
        body += text;
      })
      .on('end', () => {
        received.push({ headers: request.headers, body, path: request.url! });
        response.writeHead(statuses.shift() ?? 200, { location: '/elsewhere' }).end();
      });
  }).listen(await freePort(), '127.0.0.1');
  await once(context.server, 'listening');
  const port = (context.port = (context.server.address() as AddressInfo).port);
  const project = (context.project = await here.configureProject(
    'version: 2.1\njobs:\n  test: { docker: [{ image: node }], steps: [checkout] }\nworkflows:\n  all: { jobs: [test] }\n',
  ));
  context.webhook = async (change = {}) => {
    const { status, body } = await here.ci('POST /webhook', {
      name: 'chat',
      url: `http://127.0.0.1:${port}/in`,
      events: ['workflow-completed', 'job-completed'],
      'verify-tls': true,
      'signing-secret': 'canary',
      scope: { id: project, type: 'project' },
      ...change,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  };
  context.told = (anywhere = true) => deliverWebhooks(here.store, here.clock, { ...defaultSettings, ciPrivateWebhooks: anywhere });
  context.deliveries = async (id) =>
    (await here.ci(`GET /webhook/${id}/deliveries`)).body.items.map(({ type, state, attempts, answer, next_attempt_at: next }: any) => [
      type,
      state,
      attempts,
      answer,
      next,
    ]);
});
outbound.after.each(async ({ here, server }) => {
  server.close();
  await here.close();
});

outbound(
  'a job and a workflow that end, signed, each once',
  async ({ here: { trigger, wait, ci }, webhook, told, received, deliveries }) => {
    const id = await webhook();
    const pipeline = await trigger();
    assert.is(await told(), 0);
    await wait(400);
    assert.is(await told(), 2);
    assert.is(await told(), 0);
    const [workflow] = (await ci(`GET /pipeline/${pipeline}/workflow`)).body.items;
    const [job] = (await ci(`GET /workflow/${workflow.id}/job`)).body.items;
    const bodies = received.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.type < b.type ? -1 : 1));
    const all = {
      webhook: { id, name: 'chat' },
      project: bodies[0].project,
      organization: bodies[0].organization,
      pipeline: {
        id: pipeline,
        number: 1,
        created_at: '2026-05-01T12:00:00.000Z',
        trigger: { type: 'api' },
        vcs: { provider_name: 'GitHub', branch: 'main' },
      },
      workflow: {
        id: workflow.id,
        name: 'all',
        status: 'success',
        created_at: '2026-05-01T12:00:00.100Z',
        stopped_at: '2026-05-01T12:00:00.400Z',
      },
    };
    assert.equal(bodies, [
      {
        id: bodies[0].id,
        type: 'job-completed',
        happened_at: '2026-05-01T12:00:00.400Z',
        ...all,
        job: {
          id: job.id,
          name: 'test',
          number: 1,
          status: 'success',
          started_at: '2026-05-01T12:00:00.300Z',
          stopped_at: '2026-05-01T12:00:00.400Z',
        },
      },
      { id: bodies[1].id, type: 'workflow-completed', happened_at: '2026-05-01T12:00:00.400Z', ...all },
    ]);
    assert.equal([bodies[0].project.slug, bodies[0].organization.name], ['gh/acme/web', 'acme']);
    for (const { headers, body, path } of received) {
      const signature = `v1=${createHmac('sha256', 'canary').update(body).digest('hex')}`;
      assert.equal(
        [
          path,
          headers['content-type'],
          headers['user-agent'],
          headers['ci-signature'],
          headers['circleci-signature'],
          headers['ci-event-type'],
        ],
        ['/in', 'application/json', 'Slipway-Webhook/1.0', signature, signature, JSON.parse(body).type],
      );
    }
    assert.equal((await deliveries(id)).sort(), [
      ['job-completed', 'delivered', 1, '200', null],
      ['workflow-completed', 'delivered', 1, '200', null],
    ]);
  },
);

outbound('only the events it asked for, also of what is canceled', async ({ here: { trigger, wait, ci }, webhook, told, received }) => {
  await webhook({ events: ['workflow-completed'] });
  const pipeline = await trigger();
  await wait(200);
  await ci(`POST /pipeline/${pipeline}/cancel`);
  assert.is(await told(), 1);
  assert.equal(
    received.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).workflow.status]),
    [['workflow-completed', 'canceled']],
  );
});

outbound(
  'what is not answered with 2xx is sent again, later and later, five times; no redirect is followed',
  async ({ here: { trigger, wait }, webhook, told, received, statuses, deliveries }) => {
    const id = await webhook({ events: ['workflow-completed'] });
    await trigger();
    await wait(400);
    statuses.push(500, 302, 500, 500, 500, 404);
    assert.is(await told(), 1);
    assert.equal(await deliveries(id), [['workflow-completed', 'waiting', 1, '500', '2026-05-01T12:00:10.400Z']]);
    for (const seconds of [10, 60, 300, 1800, 7200]) {
      await wait(seconds * 1000 - 1);
      assert.is(await told(), 0, `not before ${seconds} seconds`);
      await wait(1);
      assert.is(await told(), 1);
    }
    assert.equal(await deliveries(id), [['workflow-completed', 'failed', 6, '404', null]]);
    await wait(86_400_000);
    assert.is(await told(), 0);
    assert.equal(
      [received.length, new Set(received.map(({ body }) => body)).size, new Set(received.map(({ path }) => path)).size],
      [6, 1, 1],
    );
  },
);

outbound('of several that look at once, one sends', async ({ here: { trigger, wait }, webhook, told, received }) => {
  await webhook({ events: ['workflow-completed'] });
  await trigger();
  await wait(400);
  const sent = await Promise.all(Array.from({ length: 8 }, () => told()));
  assert.equal([sent.reduce((sum, one) => sum + one, 0), received.length], [1, 1]);
});

outbound(
  'nothing is sent to this machine or a private network unless the operator says so, whatever it is called',
  async ({ here: { trigger, wait }, webhook, told, received, deliveries, port }) => {
    const ids = [];
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
      ids.push(await webhook({ events: ['workflow-completed'], url: `http://${host}:${port}/in` }));
    await trigger();
    await wait(400);
    assert.is(await told(false), 6);
    assert.equal(received, []);
    for (const id of ids) assert.match((await deliveries(id))[0][3], 'its address is of this machine or of a private network');
  },
);

outbound(
  'a receiver that is not there is an attempt like any other',
  async ({ here: { trigger, wait }, webhook, told, deliveries, server }) => {
    const id = await webhook({ events: ['workflow-completed'] });
    server.close();
    await once(server, 'close');
    await trigger();
    await wait(400);
    await told();
    assert.equal(await deliveries(id), [['workflow-completed', 'waiting', 1, 'ECONNREFUSED', '2026-05-01T12:00:10.400Z']]);
  },
);

outbound.run();
