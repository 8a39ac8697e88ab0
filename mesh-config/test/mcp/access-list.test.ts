import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchAccessList } from '../../src/mcp/watched-access-list.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { createRecordingScope, waitUntil } from './start-mcp-source.ts';
import { missingOpenssl } from './certificates.ts';
import {
  describeOutcome,
  dialSource,
  middle,
  mixer,
  type MutualTls,
  pilot,
  root,
  startMutualTls,
  stopMutualTls,
  writeAccessList,
} from './start-mutual-tls.ts';

const test = suite<MutualTls>('mesh-config access list');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);
test.before.each(startMutualTls);
test.after.each(stopMutualTls);

real('who is on the list is served, by any of its names', async (world) => {
  for (const id of ['spiffe://cluster.local/ns/mesh/sa/pilot', 'pilot.mesh.svc']) {
    writeAccessList(world.folder, `allowed: ["${id}"]\n`);
    await waitUntil(() => world.access.current().ids.has(id));
    assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
    assert.is(
      await describeOutcome(dialSource(world, mixer)),
      "16 Authentication failure: no allowed identity found in peer's authentication info",
    );
  }
  writeAccessList(world.folder, 'allowed: ["10.1.2.3"]\n');
  await waitUntil(() => world.access.current().ids.has('10.1.2.3'));
  assert.is(await describeOutcome(dialSource(world, mixer)), 'served');
});
real('who is on a list of the denied is not served, and all others are', async (world) => {
  writeAccessList(world.folder, 'isblacklist: true\nallowed:\n- spiffe://cluster.local/ns/mesh/sa/pilot\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(
    await describeOutcome(dialSource(world, pilot)),
    '16 Authentication failure: id is blacklisted: spiffe://cluster.local/ns/mesh/sa/pilot',
  );
  assert.is(await describeOutcome(dialSource(world, mixer)), 'served');
  assert.ok(world.there.log.lines.includes('warn denied id is blacklisted: spiffe://cluster.local/ns/mesh/sa/pilot'));
});
real('names of those that vouch for a certificate count, too', async (world) => {
  writeAccessList(world.folder, 'allowed: ["spiffe://cluster.local/middle"]\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(await describeOutcome(dialSource(world, middle!.issue('sink', ['DNS:sink']))), 'served');
  assert.is(
    await describeOutcome(dialSource(world, pilot)),
    "16 Authentication failure: no allowed identity found in peer's authentication info",
  );
});
real('an entry matches names of its own type alone', async (world) => {
  const denied = "16 Authentication failure: no allowed identity found in peer's authentication info";
  writeAccessList(world.folder, 'allowed: ["spiffe://cluster.local/ns/mesh/sa/pilot", 10.1.2.3, pilot.mesh.svc]\n');
  await waitUntil(() => world.access.current().ids.size === 3);
  for (const [name, outcome] of [
    ['URI:spiffe://cluster.local/ns/mesh/sa/pilot', 'served'],
    ['DNS:spiffe://cluster.local/ns/mesh/sa/pilot', denied],
    ['IP:10.1.2.3', 'served'],
    ['DNS:10.1.2.3', denied],
    ['URI:10.1.2.3', denied],
    ['DNS:pilot.mesh.svc', 'served'],
    ['URI:pilot.mesh.svc', denied],
  ] as const)
    assert.is(await describeOutcome(dialSource(world, root!.issue('other', [name]))), outcome, name);
});
real('an address of IPv6 counts however it is written', async (world) => {
  const one = root!.issue('six', ['IP:2001:db8::1']);
  writeAccessList(world.folder, 'allowed: ["2001:0DB8:0::1"]\nisblacklist: true\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(await describeOutcome(dialSource(world, one)), '16 Authentication failure: id is blacklisted: 2001:db8::1');
});
real('a connection that takes up a session again is asked who vouches for it, too', async (world) => {
  writeAccessList(world.folder, 'isblacklist: true\nallowed: ["spiffe://cluster.local/middle"]\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  const { certificate, key } = middle!.issue('sink', ['DNS:sink']);
  const [host, port] = world.there.address.split(':');
  let session: Buffer | undefined;
  const attempt = async (): Promise<readonly unknown[]> => {
    const socket = connectTls({
      host: host!,
      port: Number(port),
      ca: root!.certificate,
      cert: certificate,
      key,
      ALPNProtocols: ['h2'],
      ...(session ? { session } : {}),
    });
    socket.on('session', (given: Buffer) => {
      session = given;
    });
    await once(socket, 'secureConnect');
    const http = connectHttp2(`https://${world.there.address}`, { createConnection: () => socket });
    const stream = http.request({
      ':method': 'POST',
      ':path': '/istio.mcp.v1alpha1.ResourceSource/EstablishResourceStream',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const [header] = (await once(stream, 'response')) as [Record<string, unknown>];
    const reused = socket.isSessionReused();
    http.destroy();
    return [reused, decodeURI(String(header['grpc-message']))];
  };
  for (let time = 0; time < 2; time++)
    assert.equal(await attempt(), [false, 'Authentication failure: id is blacklisted: spiffe://cluster.local/middle']);
});
real('no list lets everybody in, an empty one nobody, and one that is taken away everybody again', async (world) => {
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
  writeAccessList(world.folder, '');
  await waitUntil(() => !world.access.current().isDenyList);
  assert.is(
    await describeOutcome(dialSource(world, pilot)),
    "16 Authentication failure: no allowed identity found in peer's authentication info",
  );
  rmSync(join(world.folder, 'list.yaml'));
  await waitUntil(() => world.access.current().isDenyList);
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
});
real('a list with a key that it does not have is not understood, since it could mean the contrary', async ({ folder }) => {
  const said = async (text: string): Promise<string> => {
    writeAccessList(folder, text);
    return watchAccessList(join(folder, 'list.yaml'), createRecordingScope()).then(
      ({ current }) => `${current().isDenyList} ${[...current().ids].join(' ')}`,
      ({ message }: Error) => message,
    );
  };
  assert.is(
    await said('allowed: [a, b]\nisBlacklist: true\n'),
    `${join(folder, 'list.yaml')}: "isBlacklist": expected the keys "allowed" and "isblacklist"`,
  );
  assert.is(await said('allowed: [a, b]\nisblacklist: "true"\n'), `${join(folder, 'list.yaml')}: "isblacklist": expected true or false`);
  assert.is(await said('- a\n'), `${join(folder, 'list.yaml')}: expected the keys "allowed" and "isblacklist"`);
  assert.is(await said('allowed: [a, b]\nisblacklist: true\n'), 'true a b');
  assert.is(await said('isblacklist:\nallowed:\n'), 'false ');
});
real('a list that cannot be understood changes nothing and is told once', async (world) => {
  writeAccessList(world.folder, 'allowed: ["pilot.mesh.svc"]\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  writeAccessList(world.folder, 'allowed: 7\n');
  await waitUntil(() => world.log.lines.some((line) => line.startsWith('error')));
  await world.access.component.start();
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [
      `error the access list ${join(world.folder, 'list.yaml')} cannot be read, and the one before holds: "allowed": ` +
        'expected a list of texts',
    ],
  );
  assert.is(await describeOutcome(dialSource(world, pilot)), 'served');
  assert.match(await describeOutcome(dialSource(world, mixer)), /^16 /);
});
real('open streams are not looked at again when the list changes', async (world) => {
  const one = dialSource(world, pilot);
  await one.header;
  writeAccessList(world.folder, 'allowed: []\n');
  await waitUntil(() => !world.access.current().isDenyList);
  one.sendRequest({ collection: 'test/gateways' });
  world.there.publish(1, 'default/front');
  assert.is((await one.next()).system_version_info, 'test/gateways/1');
});
test.run();
