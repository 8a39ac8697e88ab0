import { execFile } from 'node:child_process';
import { dirname, isAbsolute, join } from 'node:path';
import { describeFileError } from '../files/describe-file-error.ts';

/** `users[].user.exec` of a kubeconfig. */
export interface ExecPlugin {
  readonly command?: string;
  readonly args?: readonly string[] | null;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
  readonly apiVersion?: string;
}
export interface PluginCredentials {
  readonly token?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Milliseconds: the time limit of one run of a plugin, and the lifetime of credentials without an expiry time. */
const runTimeout = 30_000,
  defaultLifetime = 60_000;
interface ExecCredential {
  readonly status?: {
    readonly token?: unknown;
    readonly clientCertificateData?: unknown;
    readonly clientKeyData?: unknown;
    readonly expirationTimestamp?: unknown;
  };
}

const runPlugin = (
  { command = '', args, env, apiVersion = 'client.authentication.k8s.io/v1' }: ExecPlugin,
  kubeconfig: string,
): Promise<string> =>
  new Promise((done, fail) => {
    // A name is looked up in PATH; a path is relative to the folder of the kubeconfig.
    const program = command.includes('/') && !isAbsolute(command) ? join(dirname(kubeconfig), command) : command;
    const KUBERNETES_EXEC_INFO = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
    const environment = {
      ...process.env,
      KUBERNETES_EXEC_INFO,
      ...Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
    };
    execFile(
      program,
      [...(args ?? [])],
      { env: environment, timeout: runTimeout, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 },
      (error, said) => {
        if (!error) {
          done(said);
          return;
        }
        const { code, killed, signal } = error;
        // Messages contain neither standard output nor standard error: both may contain secrets.
        const why =
          typeof code === 'string'
            ? (describeFileError(code) ?? code)
            : killed
              ? `no answer in ${runTimeout / 1000} s`
              : signal
                ? `it was ended by ${signal}`
                : `it ended with ${code}; run it by hand to see why`;
        fail(Object.assign(new Error(`the plugin ${JSON.stringify(command)} gives no credentials: ${why}`), { code: 'PluginFailed' }));
      },
    ).stdin?.end();
  });
const parseExecCredential = (text: string, command = ''): { readonly credentials: PluginCredentials; readonly until: number } => {
  const wrong = (): Error =>
    Object.assign(
      new Error(
        `the plugin ${JSON.stringify(command)} gives no credentials: ` +
          'expected an ExecCredential with a token, or a certificate and its key, in its status',
      ),
      { code: 'PluginFailed' },
    );
  let status: ExecCredential['status'];
  try {
    ({ status } = (JSON.parse(text) as ExecCredential | null) ?? {});
  } catch {
    throw wrong();
  }
  const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status ?? {};
  const isCertified = typeof cert === 'string' && typeof key === 'string';
  if (typeof token !== 'string' && !isCertified) throw wrong();
  const until = Date.parse(String(expirationTimestamp));
  return {
    credentials: { ...(typeof token === 'string' ? { token } : {}), ...(isCertified ? { cert, key } : {}) },
    until: Number.isNaN(until) ? Date.now() + defaultLifetime : until,
  };
};

/** The credentials of a plugin, cached while they are valid. Concurrent requests share one run. */
export const createPluginCredentialProvider = (plugin: ExecPlugin, kubeconfig: string): (() => Promise<PluginCredentials>) => {
  let [held, running]: [ReturnType<typeof parseExecCredential> | undefined, Promise<PluginCredentials> | undefined] = [
    undefined,
    undefined,
  ];
  return async () => {
    if (held && held.until > Date.now()) return held.credentials;
    running ??= runPlugin(plugin, kubeconfig)
      .then((text) => {
        held = parseExecCredential(text, plugin.command);
        return held.credentials;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
};
