import type { HttpRequest } from '../http/http-handler.ts';
import { isSameSecret } from '../access/is-same-secret.ts';
import { forbidden, noEndpoint, Problem } from '../http/problem.ts';
import type { ControlOptions } from './control.ts';

/** What an endpoint requires of its caller: nothing, loopback, or the right to write (and to read secrets). */
export type ControlAccess = 'nothing' | 'reading' | 'changing';

const publicEndpoints = new Set(['GET /_local/health']);
const secretEndpoints = new Set(['GET /_local/state', 'GET /_local/backup']);
export const requiredAccessOf = (row: string): ControlAccess =>
  publicEndpoints.has(row) ? 'nothing' : row.startsWith('GET ') && !secretEndpoints.has(row) ? 'reading' : 'changing';

const isLoopbackPeer = (peer: string): boolean => peer === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(peer);
/** Whether the host is a loopback name. A page of another site, whose DNS name may resolve to loopback (rebinding), sends its own name. */
const isLoopbackHost = (host: string | undefined): boolean =>
  /^(([a-z0-9-]+\.)*localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host ?? '');
/** Headers of a proxy on this machine, which forwards requests of others. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request comes from this machine and is not forwarded for others. Requests within the process have no network peer. */
export const isLocalRequest = ({ peer, header }: Pick<HttpRequest, 'peer' | 'header'>): boolean =>
  peer === 'fetch' ||
  (isLoopbackPeer(peer) && isLoopbackHost(header('host')) && !forwardingHeaders.some((name) => header(name) !== undefined));

export const isLoopbackAddress = (host: string): boolean => isLoopbackPeer(host) || isLoopbackHost(host);

/** Whether a page of another origin sent the request through a browser on this machine. */
const isCrossOriginPage = ({ header }: Pick<HttpRequest, 'header'>): boolean => {
  const [site, origin] = [header('sec-fetch-site'), header('origin')];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `http://${header('host')}` && origin !== `https://${header('host')}`;
};

const readBearerToken = ({ header }: Pick<HttpRequest, 'header'>): string | undefined =>
  /^bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]?.trim();

/**
 * Whether the caller is trusted with more than what is open. Throws a Problem where it may not use this endpoint
 * (docs/decisions/0026-control-endpoints.md).
 */
export const authorizeControlRequest = (
  { operatorToken, folderToken, test, exposed }: ControlOptions,
  request: Pick<HttpRequest, 'peer' | 'header'>,
  asks: ControlAccess,
  place = '/_local',
): boolean => {
  if (isCrossOriginPage(request)) {
    if (asks === 'nothing') return false;
    throw forbidden('a page of another origin may not use these endpoints');
  }
  const bearer = readBearerToken(request);
  if (bearer !== undefined && [operatorToken, folderToken].some((token) => token !== undefined && isSameSecret(token, bearer))) return true;
  const near = !exposed && isLocalRequest(request);
  if (near && (asks !== 'changing' || test)) return true;
  if (asks === 'nothing') return false;
  if (operatorToken === undefined && !near) throw noEndpoint(place);
  if (operatorToken === undefined)
    throw forbidden('this changes the service or shows its secrets: start it with --test-controls, or with --operator-token and send that');
  throw new Problem(401, [{ detail: 'these endpoints take the operator token: send it as Authorization: Bearer <token>' }], {
    'www-authenticate': 'Bearer',
  });
};
