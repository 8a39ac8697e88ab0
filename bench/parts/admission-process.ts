import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { cleanEnvironment } from './environment.ts';
import { findFreePort } from './free-port.ts';
import { copyPrograms } from './programs.ts';

export interface AdmissionProcess {
  readonly port: number;
  readonly pid: number;
  end(): Promise<void>;
}

interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Writes a self-signed certificate and its key into the folder, by openssl. */
const createCertificate = (folder: string): KeyPair => {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, '-days', '1', '-subj', '/CN=localhost'],
    { stdio: 'ignore' },
  );
  return { certificate, key };
};

const spawnServer = (port: number, schemas: string, { certificate, key }: KeyPair): ChildProcessByStdio<null, Readable, null> =>
  spawn(
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

/** Resolves when the program has logged that it serves; rejects when it ends before that. */
const waitUntilServing = (stdout: Readable, ended: Promise<void>): Promise<void> => {
  let output = '';
  return new Promise<void>((done, fail) => {
    void ended.then(() => {
      fail(new Error(`mesh-config ended: ${output}`));
    });
    stdout.on('data', (text: Buffer) => {
      output = (output + text.toString()).slice(-10_000);
      if (output.includes('serving: ')) done();
    });
  });
};

/** `mesh-config server` with validation only, over the schemas of one folder; its certificate is written to `folder`. */
export const admissionProcess = async (folder: string, schemas: string): Promise<AdmissionProcess> => {
  const keyPair = createCertificate(folder);
  const port = await findFreePort();
  const child = spawnServer(port, schemas, keyPair);
  const ended = new Promise<void>((done) => {
    child.once('close', () => {
      done();
    });
  });
  await waitUntilServing(child.stdout, ended);
  return {
    port,
    pid: child.pid!,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
