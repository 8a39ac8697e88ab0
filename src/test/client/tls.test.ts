import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTemporaryCertificate } from '../../protocol/go-plugin/certificate.ts';
import { clientTo, rejectionOf } from './support/client.ts';
import { startServer } from './support/server.ts';

const Tls = suite('line tls');

const secure = async () => {
  const { pem, key } = createTemporaryCertificate();
  let requests = 0;
  const server = https.createServer({ cert: pem, key }, (_, response) => {
    requests += 1;
    response.end('{"data":1}');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    pem,
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

Tls('a certificate that nobody vouches for is refused with one sentence, before anything is sent', async () => {
  const server = await secure();
  const error = await rejectionOf(clientTo(server.address).call({ method: 'GET', effect: 'read', path: '/x' }));
  assert.is(
    error.message,
    `GET ${server.address}/api/v2/x failed: the certificate of ${server.address.slice(8)} is not trusted ` +
      `(DEPTH_ZERO_SELF_SIGNED_CERT). Name its issuer's certificate in NODE_EXTRA_CA_CERTS.`,
  );
  assert.is(server.requests(), 0);
  server.close();
});

const askWith = async (certificates: (folder: string) => { readonly [name: string]: string }) => {
  const server = await secure();
  const folder = mkdtempSync(join(tmpdir(), 'slipway-tls-'));
  writeFileSync(join(folder, 'ca.pem'), server.pem);
  const module = new URL('../../client/open-service-client.ts', import.meta.url).href;
  const script = `import { openServiceClient } from ${JSON.stringify(module)};
    const line = openServiceClient({ service: 'workspaces', address: '${server.address}', token: 'tok-tls-1' });
    const answer = line.call({ method: 'GET', effect: 'read', path: '/x' });
    console.log(await answer.then(({ body }) => JSON.stringify(body), () => 'refused'));`;
  writeFileSync(join(folder, 'ask.mts'), script);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(folder, 'ask.mts')],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined, ...certificates(folder) },
    },
  );
  rmSync(folder, { recursive: true });
  server.close();
  return { stdout, stderr };
};

Tls('with NODE_EXTRA_CA_CERTS it is trusted, and with what the launcher of the plugin makes of it', async () => {
  for (const name of ['NODE_EXTRA_CA_CERTS', 'SLIPWAY_EXTRA_CA_CERTS'])
    assert.equal(await askWith((folder) => ({ [name]: join(folder, 'ca.pem') })), { stdout: '{"data":1}\n', stderr: '' }, name);
});

Tls('certificates that cannot be read are reported, and left out', async () => {
  const { stdout, stderr } = await askWith((folder) => ({ SLIPWAY_EXTRA_CA_CERTS: join(folder, 'gone.pem') }));
  assert.match(stderr, /Warning: Ignoring the certificates of "\S+gone\.pem" \(NODE_EXTRA_CA_CERTS\): ENOENT/);
  assert.is(stdout, 'refused\n');
});

Tls('a port that speaks no TLS is distinguished from a bad certificate', async () => {
  const server = await startServer(() => ({}));
  const address = server.address.replace('http:', 'https:');
  const error = await rejectionOf(clientTo(address).call({ method: 'GET', effect: 'read', path: '/x' }));
  assert.is(
    error.message,
    `GET ${address}/api/v2/x failed: ${address.slice(8)} does not speak TLS as expected. Is it http:// rather ` +
      'than https:// in `workspaces.address` (SLIPWAY_WORKSPACES_ADDRESS)?',
  );
  await server.close();
});

Tls.run();
