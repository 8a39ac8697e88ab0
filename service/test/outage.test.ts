/** The database goes away under a running service, and comes back. */
// watchdog: 90 s
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { startProcess } from '@slipway/test-support/service-processes';
import { freePort } from '@slipway/test-support/free-port';

const server = await startPostgres();
const all = suite('service without its database');
const test = typeof server === 'string' ? skipWithReason(all, server) : all;

/** A way to the database that can be cut. */
const wayTo = async (url: string) => {
  const { port } = new URL(url);
  const open = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const end of [near, far]) {
      open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listen = (at: number) =>
    new Promise<void>((done) => {
      relay.listen(at, '127.0.0.1', done);
    });
  await listen(await freePort());
  const own = new URL(url);
  own.port = String((relay.address() as AddressInfo).port);
  own.password = 'hunter2';
  return {
    url: own.href,
    host: own.host,
    cut: async () => {
      const closed = new Promise((done) => {
        relay.close(done);
      });
      for (const socket of open) socket.destroy();
      await closed;
    },
    mend: () => listen(Number(own.port)),
  };
};

test('requests are 503 and say what is out of reach, without the password; with the database back all is as it was', async () => {
  if (typeof server === 'string') return;
  const way = await wayTo((await server.database('outage')).url);
  const service = await startProcess('--postgres', way.url);
  const token = service.token!;
  const create = (name: string) =>
    service.request(token, 'POST /organizations/acme/varsets', { data: { type: 'varsets', attributes: { name } } });
  assert.is((await create('before')).status, 200);

  await way.cut();
  for (const answer of [await service.request(token, 'GET /organizations/acme/varsets'), await create('during')]) {
    assert.is(answer.status, 503);
    assert.is(answer.body.errors[0].title, 'service unavailable');
    assert.ok(
      answer.body.errors[0].detail.startsWith(`the service cannot reach its storage: PostgreSQL at ${way.host}/outage cannot be reached (`),
      answer.body.errors[0].detail,
    );
    assert.not.match(JSON.stringify(answer.body), 'hunter2');
  }
  await way.mend();
  for (let tries = 0; tries < 50 && (await service.request(token, 'GET /organizations/acme')).status !== 200; tries++)
    await new Promise((done) => {
      setTimeout(done, 20);
    });
  assert.is((await create('after')).status, 200);
  assert.equal(
    (await service.request(token, 'GET /organizations/acme/varsets')).body.data.map((one: any) => one.attributes.name),
    ['before', 'after'],
  );
  assert.is(await service.stop(), 0);
  await way.cut();
  assert.not.match(service.readStderr(), /bug in Slipway|hunter2/);
});

all.after(async () => {
  if (typeof server !== 'string') await server.stop();
});
all.run();
