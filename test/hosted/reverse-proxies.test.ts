import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { dirname } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../service/src/start.ts';
import { root } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createCertificate, startTlsFront } from './support/tls-front.ts';
import { freePort } from '../support/free-port.ts';

const suiteOf = suite('TLS in front of the service');
const files = createCertificate();
const token = 'user-token-0123456789';

const isInstalled = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;
const testWith = (program: string) =>
  !files
    ? skipWithReason(suiteOf, 'no openssl, which makes the certificate')
    : isInstalled(program)
      ? suiteOf
      : skipWithReason(suiteOf, `no ${program} on PATH`);

/** The example of the page, as people copy it. */
const readExample = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readFileSync(`${root}/docs/hosted.md`, 'utf8'))![1]!;

const ask = (host: string, path: string): Promise<{ readonly status: number; readonly body: any }> =>
  new Promise((done, fail) => {
    const options = { ca: readFileSync(files!.certificate), headers: { authorization: `Bearer ${token}` } };
    get(`https://${host}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => done({ status: response.statusCode!, body: text.startsWith('{') ? JSON.parse(text) : text }));
    }).on('error', fail);
  });

const askUntilUp = async (host: string, path: string): Promise<{ readonly status: number; readonly body: any }> => {
  for (let left = 100; ; left -= 1) {
    try {
      return await ask(host, path);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGTERM');
  });

const listPath = '/api/v2/organizations/acme/workspaces';
const firstPage = '?page%5Bnumber%5D=1&page%5Bsize%5D=20';
const start = () =>
  openService({ store: 'memory', organization: 'acme', token, dialect: 'hosted', settings: { trustedProxies: ['127.0.0.1'] } });

testWith('openssl')('addresses in answers are those that the client used', async () => {
  const service = await start();
  const front = await startTlsFront(service.address, files!);
  const { body } = await ask(front.host, listPath);
  assert.is(body.links.first, `https://${front.host}${listPath}${firstPage}`);
  await front.close();
  await service.close();
});

testWith('nginx')('the example for nginx', async () => {
  const [service, port] = [await start(), await freePort()];
  const example = readExample('nginx')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('slipway.example.com', 'localhost')
    .replace('/etc/ssl/slipway.pem', files!.certificate)
    .replace('/etc/ssl/slipway.key', files!.key)
    .replace('http://127.0.0.1:4000', service.address);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${name};\n`).join('');
  const configuration = `daemon off;\npid nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${paths}${example}}\n`;
  const folder = temporaryFolder({ 'nginx.conf': configuration });
  const nginx = spawn('nginx', ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'], { stdio: 'ignore' });
  const { body } = await askUntilUp(`localhost:${port}`, listPath);
  assert.is(body.links.first, `https://localhost:${port}${listPath}${firstPage}`);
  assert.is((await ask(`localhost:${port}`, '/_local/health')).status, 404);
  await stop(nginx);
  await service.close();
});

testWith('caddy')('the example for Caddy', async () => {
  const [service, port] = [await start(), await freePort()];
  const example = readExample('caddy')
    .replace('slipway.example.com {', `https://localhost:${port} {\n  tls ${files!.certificate} ${files!.key}`)
    .replace('127.0.0.1:4000', new URL(service.address).host);
  const folder = temporaryFolder({ Caddyfile: `{\n  admin off\n  auto_https disable_redirects\n}\n${example}` });
  const environment = { ...process.env, HOME: dirname(folder), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = spawn('caddy', ['run', '--config', `${folder}/Caddyfile`], { cwd: folder, env: environment, stdio: 'ignore' });
  const { body } = await askUntilUp(`localhost:${port}`, listPath);
  assert.is(body.links.first, `https://localhost:${port}${listPath}${firstPage}`);
  assert.is((await ask(`localhost:${port}`, '/_local/health')).status, 404);
  await stop(caddy);
  await service.close();
});

suiteOf.run();
