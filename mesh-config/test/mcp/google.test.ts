// watchdog: 120 s
import { ServerCredentials } from '@grpc/grpc-js';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createProgramFolder, waitUntilServing, startProgram } from '../server/start-program.ts';
import { waitUntil } from './start-mcp-source.ts';
import { createAuthority, missingOpenssl } from './certificates.ts';
import { startSinkServer } from './sink-server.ts';

const test = suite('mesh-config sinks by application default credentials');
const real = missingOpenssl === '' ? test : skipWithReason(test, missingOpenssl);

/** As a machine of Google's cloud finds it in its network. */
const metadataServer = async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!;
    asked.push(path);
    const answer = path.endsWith('/token')
      ? JSON.stringify({ access_token: 'secret-of-the-machine', expires_in: 3600, token_type: 'Bearer' })
      : path.endsWith('/universe-domain')
        ? 'googleapis.com'
        : 'here';
    response
      .writeHead(200, { 'metadata-flavor': 'Google', 'content-type': path.endsWith('/token') ? 'application/json' : 'text/plain' })
      .end(answer);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

real('the sink is dialed by TLS, with the token of the machine, which is told to nobody else', async () => {
  const root = createAuthority('root');
  const { certificate, key } = root.issue('sink', ['DNS:localhost']);
  const [metadata, server] = [
    await metadataServer(),
    await startSinkServer({ credentials: ServerCredentials.createSsl(null, [{ cert_chain: certificate, private_key: key }]) }),
  ];
  const roots = join(temporaryFolder(), 'roots.pem');
  writeFileSync(roots, root.certificate);
  Object.assign(process.env, {
    GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: roots,
    GCE_METADATA_HOST: metadata.host,
    METADATA_SERVER_DETECTION: 'assume-present',
  });
  delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
  process.env.CLOUDSDK_CONFIG = temporaryFolder();
  const running = await waitUntilServing(
    startProgram(
      await createProgramFolder(),
      `--sinkAddress=localhost:${server.address.split(':')[1]}`,
      '--sinkAuthMode=GOOGLE',
      '--sinkMeta=cluster=east',
      '--log_output_level=all:debug',
    ),
  );
  await waitUntil(() => server.streams[0]?.responses.length === 1);
  const { metadata: header } = server.streams[0]!;
  assert.equal([header.get('authorization'), header.get('cluster')], [['Bearer secret-of-the-machine'], ['east']]);
  running.process.kill('SIGTERM');
  assert.is(await running.ended, 0);
  assert.is(running.output().includes('secret-of'), false);
  server.stop();
  metadata.stop();
});
test.run();
