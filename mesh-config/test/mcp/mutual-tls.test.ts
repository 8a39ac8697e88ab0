import { credentials, type ServiceError } from '@grpc/grpc-js';
import { once } from 'node:events';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createReloadingCredentials, type ReloadingCredentials } from '../../src/mcp/reloading-credentials.ts';
import { watchAccessList, type WatchedAccessList } from '../../src/mcp/watched-access-list.ts';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startMcpSource, type TestMcpSource, createRecordingScope, waitUntil } from './start-mcp-source.ts';
import { createAuthority, type Certificate, missingOpenssl } from './certificates.ts';
import { connectClient, connectSink, type Sink } from './sink.ts';

interface World {
  there: TestMcpSource;
  folder: string;
  log: ReturnType<typeof createRecordingScope>;
  tls: ReloadingCredentials;
  access: WatchedAccessList;
  sinks: Sink[];
}
const test = suite<World>('mesh-config mutual TLS');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);

const [root, other] = missingOpenssl === '' ? [createAuthority('root'), createAuthority('other')] : [];
const server = root?.issue('server', ['DNS:localhost', 'IP:127.0.0.1']);
const [pilot, mixer] = ['pilot', 'mixer'].map((name) =>
  root?.issue(name, [`URI:spiffe://cluster.local/ns/mesh/sa/${name}`, `DNS:${name}.mesh.svc`, 'IP:10.1.2.3']),
);
const middle = root?.issue('middle', ['URI:spiffe://cluster.local/middle'], true);

const write = (folder: string, { certificate, key }: Certificate, roots: readonly Certificate[]): void => {
  for (const [name, bytes] of [
    ['cert.pem', certificate],
    ['key.pem', key],
    ['root.pem', Buffer.concat(roots.map((one) => one.certificate))],
  ] as const) {
    writeFileSync(join(folder, `${name}.new`), bytes);
    renameSync(join(folder, `${name}.new`), join(folder, name));
  }
};
const list = (folder: string, text: string): void => {
  writeFileSync(join(folder, 'list.new'), text);
  renameSync(join(folder, 'list.new'), join(folder, 'list.yaml'));
};

test.before.each(async (world) => {
  if (!root) return;
  [world.folder, world.log, world.sinks] = [temporaryFolder(), createRecordingScope(), []];
  write(world.folder, server!, [root]);
  world.tls = await createReloadingCredentials(
    { certificate: join(world.folder, 'cert.pem'), key: join(world.folder, 'key.pem'), authorities: join(world.folder, 'root.pem') },
    world.log,
  );
  world.access = await watchAccessList(join(world.folder, 'list.yaml'), world.log);
  await world.tls.component.start();
  await world.access.component.start();
  world.there = await startMcpSource({ credentials: world.tls.credentials, accessList: world.access.current });
});
test.after.each(async ({ there, tls, access, sinks }) => {
  if (!root) return;
  for (const one of sinks) one.close();
  await there.stop();
  await tls.component.stop();
  await access.component.stop();
});

/** A sink that shows this certificate, and trusts these. */
const dial = ({ there, sinks }: World, shown: Certificate | undefined, trusted: Certificate = root!): Sink => {
  const one = connectSink(
    connectClient(there.address, credentials.createSsl(trusted.certificate, ...(shown ? ([shown.key, shown.certificate] as const) : []))),
  );
  sinks.push(one);
  return one;
};
/** `served`, or how the stream ended. */
const outcome = async (one: Sink): Promise<string> =>
  Promise.race([one.header.then(() => 'served'), one.ended.then(({ code, details }) => `${code} ${details}`)]);

real('who shows a certificate of the authorities is served', async (world) => {
  assert.is(await outcome(dial(world, pilot)), 'served');
});
real('who shows none, or one of another authority, or trusts another, is not', async (world) => {
  for (const one of [
    dial(world, undefined),
    dial(world, other!.issue('pilot', ['URI:spiffe://cluster.local/ns/mesh/sa/pilot'])),
    dial(world, pilot, other),
  ])
    assert.match(await outcome(one), /^14 /);
});
real('who is on the list is served, by any of its names', async (world) => {
  for (const id of ['spiffe://cluster.local/ns/mesh/sa/pilot', 'pilot.mesh.svc']) {
    list(world.folder, `allowed: ["${id}"]\n`);
    await waitUntil(() => world.access.current().ids.has(id));
    assert.is(await outcome(dial(world, pilot)), 'served');
    assert.is(await outcome(dial(world, mixer)), "16 Authentication failure: no allowed identity found in peer's authentication info");
  }
  list(world.folder, 'allowed: ["10.1.2.3"]\n');
  await waitUntil(() => world.access.current().ids.has('10.1.2.3'));
  assert.is(await outcome(dial(world, mixer)), 'served');
});
real('who is on a list of the denied is not served, and all others are', async (world) => {
  list(world.folder, 'isblacklist: true\nallowed:\n- spiffe://cluster.local/ns/mesh/sa/pilot\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(await outcome(dial(world, pilot)), '16 Authentication failure: id is blacklisted: spiffe://cluster.local/ns/mesh/sa/pilot');
  assert.is(await outcome(dial(world, mixer)), 'served');
  assert.ok(world.there.log.lines.includes('warn denied id is blacklisted: spiffe://cluster.local/ns/mesh/sa/pilot'));
});
real('names of those that vouch for a certificate count, too', async (world) => {
  list(world.folder, 'allowed: ["spiffe://cluster.local/middle"]\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(await outcome(dial(world, middle!.issue('sink', ['DNS:sink']))), 'served');
  assert.is(await outcome(dial(world, pilot)), "16 Authentication failure: no allowed identity found in peer's authentication info");
});
real('an address of IPv6 counts however it is written', async (world) => {
  const one = root!.issue('six', ['IP:2001:db8::1']);
  list(world.folder, 'allowed: ["2001:0DB8:0::1"]\nisblacklist: true\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  assert.is(await outcome(dial(world, one)), '16 Authentication failure: id is blacklisted: 2001:db8::1');
});
real('a connection that takes up a session again is asked who vouches for it, too', async (world) => {
  list(world.folder, 'isblacklist: true\nallowed: ["spiffe://cluster.local/middle"]\n');
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
  assert.is(await outcome(dial(world, pilot)), 'served');
  list(world.folder, '');
  await waitUntil(() => !world.access.current().isDenyList);
  assert.is(await outcome(dial(world, pilot)), "16 Authentication failure: no allowed identity found in peer's authentication info");
  rmSync(join(world.folder, 'list.yaml'));
  await waitUntil(() => world.access.current().isDenyList);
  assert.is(await outcome(dial(world, pilot)), 'served');
});
real('a list with a key that it does not have is not understood, since it could mean the contrary', async ({ folder }) => {
  const said = async (text: string): Promise<string> => {
    list(folder, text);
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
  list(world.folder, 'allowed: ["pilot.mesh.svc"]\n');
  await waitUntil(() => world.access.current().ids.size === 1);
  list(world.folder, 'allowed: 7\n');
  await waitUntil(() => world.log.lines.some((line) => line.startsWith('error')));
  await world.access.component.start();
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [
      `error the access list ${join(world.folder, 'list.yaml')} cannot be read, and the one before holds: "allowed": ` +
        'expected a list of texts',
    ],
  );
  assert.is(await outcome(dial(world, pilot)), 'served');
  assert.match(await outcome(dial(world, mixer)), /^16 /);
});
real('what was changed before the files were watched is seen, and what is as it was is not told', async ({ folder, log, tls }) => {
  await tls.reload();
  assert.equal(log.lines, []);
  const [access, fresh] = [
    await watchAccessList(join(folder, 'list.yaml'), createRecordingScope()),
    await createReloadingCredentials(
      { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), authorities: join(folder, 'root.pem') },
      log,
    ),
  ];
  await tls.component.stop();
  list(folder, 'allowed: [a]\n');
  write(folder, root!.issue('second', ['DNS:localhost']), [root!]);
  await access.component.start();
  await fresh.component.start();
  assert.equal([...access.current().ids], ['a']);
  assert.ok(log.lines.includes(`info the certificate in ${join(folder, 'cert.pem')} is used from now on`));
  await access.component.stop();
  await fresh.component.stop();
});
real('open streams are not looked at again when the list changes', async (world) => {
  const one = dial(world, pilot);
  await one.header;
  list(world.folder, 'allowed: []\n');
  await waitUntil(() => !world.access.current().isDenyList);
  one.sendRequest({ collection: 'test/gateways' });
  world.there.publish(1, 'default/front');
  assert.is((await one.next()).system_version_info, 'test/gateways/1');
});
real('certificate and authorities are renewed under load, and no stream is dropped', async (world) => {
  const old = Array.from({ length: 20 }, () => dial(world, pilot));
  for (const one of old) one.sendRequest({ collection: 'test/gateways' });
  let generation = 0;
  const push = async (): Promise<void> => {
    generation += 1;
    world.there.publish(generation, 'default/front');
    for (const one of old) {
      const { nonce } = await one.next();
      assert.is(nonce, String(generation));
      one.sendRequest({ collection: 'test/gateways', response_nonce: nonce });
    }
  };
  await push();
  write(world.folder, other!.issue('server', ['DNS:localhost', 'IP:127.0.0.1']), [other!]);
  const fresh = other!.issue('fresh', ['DNS:fresh']);
  await waitUntil(async () => {
    await push();
    return (await outcome(dial(world, fresh, other))) === 'served';
  });
  assert.match(await outcome(dial(world, pilot, other)), /^14 /);
  await push();
  assert.is(old.filter((one) => one.call.destroyed).length, 0);
  assert.ok(world.log.lines.includes(`info the certificate in ${join(world.folder, 'cert.pem')} is used from now on`));
});
real('a key that is not of the certificate is told, and the pair before goes on', async (world) => {
  writeFileSync(join(world.folder, 'key.pem'), pilot!.key);
  const sentence =
    `error the certificate cannot be renewed, and the previous one stays in use: ${join(world.folder, 'key.pem')} ` +
    `is not the private key of ${join(world.folder, 'cert.pem')}`;
  await waitUntil(() => world.log.lines.includes(sentence));
  await world.tls.reload();
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [sentence],
  );
  assert.is(await outcome(dial(world, pilot)), 'served');
});
real('a certificate that TLS cannot use is told, and connections go on', async (world) => {
  // Its leaf is sound; what vouches for it is none.
  writeFileSync(
    join(world.folder, 'cert.pem'),
    `${server!.certificate.toString()}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
  );
  await waitUntil(() => world.log.lines.some((line) => line.startsWith('error')));
  assert.ok(
    world.log.lines.some((line) =>
      line.startsWith(
        'error the certificate cannot be renewed, and the previous one stays in use: ' +
          `${join(world.folder, 'cert.pem')}: TLS cannot use it: `,
      ),
    ),
    world.log.lines.join('\n'),
  );
  assert.is(await outcome(dial(world, pilot)), 'served');
});
real('a mounted secret is renewed by its link', async (world) => {
  const mount = temporaryFolder();
  for (const version of ['..v1', '..v2']) {
    await import('node:fs').then(({ mkdirSync }) => {
      mkdirSync(join(mount, version));
    });
    write(join(mount, version), version === '..v1' ? server! : root!.issue('second', ['DNS:localhost']), [root!]);
  }
  symlinkSync('..v1', join(mount, '..data'));
  for (const name of ['cert.pem', 'key.pem', 'root.pem']) symlinkSync(`..data/${name}`, join(mount, name));
  const renewed = await createReloadingCredentials(
    { certificate: join(mount, 'cert.pem'), key: join(mount, 'key.pem'), authorities: join(mount, 'root.pem') },
    world.log,
  );
  await renewed.component.start();
  symlinkSync('..v2', join(mount, '..new'));
  renameSync(join(mount, '..new'), join(mount, '..data'));
  rmSync(join(mount, '..v1'), { recursive: true });
  await waitUntil(() => world.log.lines.includes(`info the certificate in ${join(mount, 'cert.pem')} is used from now on`));
  assert.equal(
    world.log.lines.filter((line) => line.startsWith('error')),
    [],
  );
  await renewed.component.stop();
});
const start = (files: { readonly certificate: string; readonly key: string; readonly authorities: string }): Promise<string> =>
  createReloadingCredentials(files, createRecordingScope()).then(
    () => 'it starts',
    (error: ServiceError) => error.message,
  );
real('what cannot be used at the start is said in a sentence', async ({ folder }) => {
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), authorities: join(folder, 'root.pem') };
  assert.is(await start({ ...files, certificate: '/nowhere/cert.pem' }), 'open /nowhere/cert.pem: no such file or directory');
  assert.is(await start({ ...files, key: files.certificate }), `${files.certificate}: expected a private key in PEM`);
  assert.is(await start({ ...files, authorities: files.key }), `${files.key}: expected x509 certificates in PEM`);
  assert.is(
    await watchAccessList('/nowhere/list.yaml', createRecordingScope()).then(
      () => '',
      ({ message }: Error) => message,
    ),
    'open /nowhere: no such file or directory',
  );
});
test.run();
