import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface TlsFront {
  /** `localhost:44321` */
  readonly host: string;
  /** The certificate that a client has to trust. */
  readonly certificate: string;
  close(): Promise<void>;
}

/** A certificate for localhost that signs itself, and its key. Undefined: no openssl here. */
export const createCertificate = (): { readonly certificate: string; readonly key: string } | undefined => {
  const folder = temporaryFolder({});
  const [certificate, key] = [join(folder, 'localhost.pem'), join(folder, 'localhost.key')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate, ...subject],
      {
        stdio: 'pipe',
      },
    );
  } catch {
    return undefined;
  }
  return { certificate, key };
};

/** Ends TLS before a service, as a reverse proxy does, and reports the address that the client asked. */
export const startTlsFront = async (address: string, files: { readonly certificate: string; readonly key: string }): Promise<TlsFront> => {
  const target = new URL(address);
  const server = createServer({ key: readFileSync(files.key), cert: readFileSync(files.certificate) }, (asked, answer) => {
    const headers = { ...asked.headers, host: target.host, 'x-forwarded-proto': 'https', 'x-forwarded-host': asked.headers.host };
    const passed = request({ host: target.hostname, port: target.port, method: asked.method, path: asked.url, headers }, (from) => {
      answer.writeHead(from.statusCode!, from.headers);
      from.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificate: files.certificate,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
