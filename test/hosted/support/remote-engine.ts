import { join } from 'node:path';
import { runEngine } from '../../../src/engine/run-engine.ts';
import { openService, type RunningService, type StartOptions } from '../../../service/src/start.ts';
import { engine, token } from '../../engine/support/engine-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createCertificate, startTlsFront, type TlsFront } from './tls-front.ts';

/** Through TLS, as a proxy in front of the service does it, or to the service itself, whose address a `host` block names. */
export type Way = 'tls' | 'direct';
export type Backend = 'cloud' | 'backend "remote"';

export interface RemoteEngineOptions {
  /** The runs really run. */
  readonly jobs?: Partial<NonNullable<StartOptions['jobs']>>;
  readonly store?: string;
  /** How long a run that follows a script stays in each status. */
  readonly runStatusMilliseconds?: number;
}
export interface RemoteEngine {
  readonly service: RunningService;
  /** Asks the API of the workspace service, or below `/_local/`; the parsed body. */
  request(method: string, path: string, body?: unknown): Promise<any>;
  /** A folder with a `cloud` block of this workspace; `more`: other configuration. */
  createFolder(workspace: string, more?: string, backend?: Backend, way?: Way): string;
  /** Runs the engine there; everything that it printed, and its exit code. */
  run(folder: string, ...command: readonly string[]): Promise<{ readonly code: number | null; readonly text: string }>;
  /** The environment of an engine that works in this folder. */
  environment(folder: string): NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * A service whose runs follow scripts, at a pace at which the engine sees the plan of a run before the run has failed: of one that is over
 * it shows no plan. The service stands behind TLS, and the engine trusts its certificate. Undefined: no openssl here.
 */
export const startRemoteEngine = async (options: RemoteEngineOptions = {}): Promise<RemoteEngine | undefined> => {
  const files = createCertificate();
  if (!files) return undefined;
  const { jobs, store = 'memory', runStatusMilliseconds = 300 } = options;
  const pace = jobs ? {} : ({ runs: 'scripted', runStatusMilliseconds } as const);
  const settings = { ...pace, trustedProxies: ['127.0.0.1'] };
  const service = await openService({
    store,
    organization: 'acme',
    token,
    dialect: 'hosted',
    test: true,
    settings,
    ...(jobs ? { jobs: { maxParallelRuns: 2, jobMilliseconds: 120_000, ...jobs } } : {}),
  });
  const front: TlsFront = await startTlsFront(service.address, files);
  const request: RemoteEngine['request'] = async (method, path, body) => {
    const response = await fetch(`${service.address}${path.startsWith('/_local') ? '' : '/api/v2'}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': path.startsWith('/_local') ? 'application/json' : 'application/vnd.api+json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  // A `cloud` block asks for the first of them, `backend "remote"` for the second.
  const services = ['tfe.v2', 'tfe.v2.1'].map((name) => `    "${name}" = "${service.address}/api/v2/"\n`).join('');
  const direct = `host "${front.host}" {\n  services = {\n${services}  }\n}\n`;
  const createFolder: RemoteEngine['createFolder'] = (workspace, more = '', backend = 'cloud', way = 'tls') =>
    temporaryFolder({
      'main.tf':
        `terraform {\n  ${backend} {\n    hostname     = "${front.host}"\n    organization = "acme"\n` +
        `    workspaces {\n      name = "${workspace}"\n    }\n  }\n}\n${more}`,
      'cli.tfrc': `credentials "${front.host}" { token = "${token}" }\n${way === 'direct' ? direct : ''}`,
    });
  const environment: RemoteEngine['environment'] = (folder) => ({
    ...process.env,
    TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
    SSL_CERT_FILE: files.certificate,
    TF_IN_AUTOMATION: '1',
  });
  const run: RemoteEngine['run'] = async (folder, ...command) => {
    const { code, stdout, stderr } = await runEngine(engine.found!, command, { folder, environment: environment(folder) });
    return { code, text: stdout + stderr };
  };
  const close = async (): Promise<void> => {
    await front.close();
    await service.close();
  };
  return { service, request, createFolder, run, environment, close };
};
