import type { ProcessEnvironment } from 'slipway/engine/find-engine';
import { type DoctorFinding, reportFailure, reportOk, reportWarning } from './finding.ts';

/** Milliseconds: a service that answers later counts as silent. And how far its clock may be from ours. */
const timeout = 10_000,
  clockTolerance = 30_000;

interface CheckedService {
  readonly name: 'workspaces' | 'ci';
  readonly prefix: 'SLIPWAY_WORKSPACES' | 'SLIPWAY_CI';
  /** A path that requires only a valid token. */
  readonly path: string;
}
const services: readonly CheckedService[] = [
  { name: 'workspaces', prefix: 'SLIPWAY_WORKSPACES', path: '/api/v2/account/details' },
  { name: 'ci', prefix: 'SLIPWAY_CI', path: '/api/v2/me' },
];

/** Codes of certificates that Node does not trust. */
const isCertificateError = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code);

const describeFailure = (name: string, address: string, error: unknown): DoctorFinding => {
  const { code = '', message = '' } = ((error as { cause?: unknown }).cause ?? error) as { code?: string; message?: string };
  if (isCertificateError(code))
    return reportFailure(
      name,
      `the certificate of ${address} is not trusted (${code})`,
      'Name the file of its authority in NODE_EXTRA_CA_CERTS.',
    );
  if (code === 'ECONNREFUSED')
    return reportFailure(name, `no server listens at ${address}`, 'Start it (`slipway serve`), or correct the address.');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return reportFailure(name, `the host of ${address} has no address`, 'Correct the address, or the name resolution of this machine.');
  if ((error as Error).name === 'TimeoutError')
    return reportFailure(
      name,
      `${address} does not answer within ${timeout / 1000} s`,
      'Check proxies and firewalls between this machine and it.',
    );
  return reportFailure(name, `${address} cannot be reached: ${code || message}`, 'Check the address and the network.');
};

const checkClock = (response: Response): readonly DoctorFinding[] => {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  const difference = Math.round((Date.now() - theirs) / 1000);
  if (Number.isNaN(difference)) return [];
  if (Math.abs(difference) * 1000 <= clockTolerance)
    return [reportOk('clock', `within ${clockTolerance / 1000} s of the clock of the service`)];
  const how = `${Math.abs(difference)} s ${difference > 0 ? 'ahead of' : 'behind'} the service`;
  return [reportWarning('clock', `this machine is ${how}`, 'Correct the clock: tokens expire and signatures are valid by time.')];
};

/** What stands before a service answers when that is away, overloaded or too slow (RFC 9110, 15.6.3 to 15.6.5). */
const proxyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

const checkAnswer = ({ name, prefix }: CheckedService, address: string, response: Response): DoctorFinding => {
  if (response.ok) return reportOk(name, `${address} accepts the token`);
  if (response.status === 401 || response.status === 403)
    return reportFailure(
      name,
      `${address} refuses the token (${response.status})`,
      `Run \`slipway login ${address}\`, or set ${prefix}_TOKEN to a valid token.`,
    );
  if (proxyStatuses.has(response.status))
    return reportFailure(
      name,
      `${address} answers ${response.status}: a proxy or load balancer answers, and the service behind it does not`,
      'Start the service, or correct where the proxy sends its requests. If this comes and goes, run `slipway doctor` again in a minute.',
    );
  return reportFailure(name, `${address} answers ${response.status}`, 'It may be another server: correct the address.');
};

const checkService = async (service: CheckedService, environment: ProcessEnvironment): Promise<readonly DoctorFinding[]> => {
  const { name, prefix, path } = service;
  const [address, token] = [environment[`${prefix}_ADDRESS`], environment[`${prefix}_TOKEN`]];
  if (!address) {
    if (name === 'ci') return [reportOk(name, 'not configured')];
    return [
      reportWarning(
        name,
        'no address',
        'Run `slipway login`, or set SLIPWAY_WORKSPACES_ADDRESS, or write the address in the provider block.',
      ),
    ];
  }
  if (!URL.canParse(address))
    return [reportFailure(name, `${prefix}_ADDRESS is not an address`, 'Write one such as https://terraform.example.com.')];
  if (!token) return [reportFailure(name, `no token for ${address}`, `Run \`slipway login ${address}\`, or set ${prefix}_TOKEN.`)];
  try {
    const headers = { authorization: `Bearer ${token}`, 'circle-token': token, accept: '*/*' };
    const response = await fetch(`${address.replace(/\/+$/, '')}${path}`, {
      headers,
      signal: AbortSignal.timeout(timeout),
      redirect: 'manual',
    });
    await response.body?.cancel();
    return [checkAnswer(service, address, response), ...(name === 'workspaces' ? checkClock(response) : [])];
  } catch (error) {
    return [describeFailure(name, address, error)];
  }
};

/** Sends one request to each configured service, with the token that is configured for it. */
export const checkServices = async (environment: ProcessEnvironment): Promise<readonly DoctorFinding[]> =>
  (await Promise.all(services.map((service) => checkService(service, environment)))).flat();
