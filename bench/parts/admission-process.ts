import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cleanEnvironment } from './environment.ts';
import { copyPrograms } from './programs.ts';

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        done(port);
      });
    });
  });

export interface AdmissionProcess {
  readonly port: number;
  readonly pid: number;
  end(): Promise<void>;
}

/** `mesh-config server` with nothing but validation, over schemas of this folder; its certificate is made there, by openssl. */
export const admissionProcess = async (folder: string, schemas: string): Promise<AdmissionProcess> => {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '1', '-subj', '/CN=localhost'],
    { stdio: 'ignore' },
  );
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      copyPrograms().meshConfig,
      'server',
      '--enable-server=false',
      '--enable-reconcileWebhookConfiguration=false',
      `--validation-port=${port}`,
      `--schemaPath=${schemas}`,
      `--validation.tls.clientCertificate=${certificate}`,
      `--validation.tls.privateKey=${key}`,
      '--livenessProbePath=',
      '--readinessProbePath=',
      '--monitoringPort=0',
      '--ctrlz_port=0',
      '--log_output_level=validation:warn',
    ],
    { env: cleanEnvironment, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      done();
    });
  });
  let output = '';
  await new Promise<void>((done, fail) => {
    void ended.then(() => {
      fail(new Error(`mesh-config ended: ${output}`));
    });
    child.stdout.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-10_000);
      if (output.includes('serving: ')) done();
    });
  });
  return {
    port,
    pid: child.pid!,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
