import type { Incoming } from '../exchange.ts';
import { isSame } from '../is-same.ts';
import { forbidden, notFound, Problem } from '../problem.ts';
import type { ControlOptions } from './control.ts';

/** What an endpoint asks of its caller: nothing, to be on loopback, or to be let change things (or see what is secret). */
export type Asks = 'nothing' | 'reading' | 'changing';

const open = new Set(['GET /_local/health']);
const secret = new Set(['GET /_local/state']);
export const asksOf = (row: string): Asks => (open.has(row) ? 'nothing' : row.startsWith('GET ') && !secret.has(row) ? 'reading' : 'changing');

const loopbackPeer = (peer: string): boolean => peer === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(peer);
/** A name that no other machine's answer can stand behind: a page of somebody else whose name leads here has another. */
const loopbackHost = (host: string | undefined): boolean => /^(([a-z0-9-]+\.)*localhost\.?|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host ?? '');
/** A proxy on this machine asks for others. */
const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether the request comes from this machine, and for nobody else. In the same process there is no network at all. */
export const isNear = ({ peer, header }: Pick<Incoming, 'peer' | 'header'>): boolean =>
  peer === 'fetch' || (loopbackPeer(peer) && loopbackHost(header('host')) && !forwarding.some((name) => header(name) !== undefined));

export const isLoopback = (host: string): boolean => loopbackPeer(host) || loopbackHost(host);

/** A page of another origin asks through a person's browser, which is on loopback without its person's wish. */
const isForeignPage = ({ header }: Pick<Incoming, 'header'>): boolean => {
  const [site, origin] = [header('sec-fetch-site'), header('origin')];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `http://${header('host')}` && origin !== `https://${header('host')}`;
};

const token = ({ header }: Pick<Incoming, 'header'>): string | undefined => /^bearer (.+)$/i.exec(header('authorization') ?? '')?.[1]?.trim();

/**
 * Whether the caller is trusted with more than what is open. Throws a Problem where it may not use this endpoint
 * (docs/decisions/0026-control-endpoints.md).
 */
export const admitted = ({ operatorToken, test, exposed }: ControlOptions, incoming: Pick<Incoming, 'peer' | 'header'>, asks: Asks): boolean => {
  if (isForeignPage(incoming)) {
    if (asks === 'nothing') return false;
    throw forbidden('a page of another origin may not use these endpoints');
  }
  const bearer = token(incoming);
  if (operatorToken !== undefined && bearer !== undefined && isSame(operatorToken, bearer)) return true;
  const near = !exposed && isNear(incoming);
  if (near && (asks !== 'changing' || test)) return true;
  if (asks === 'nothing') return false;
  if (operatorToken === undefined && !near) throw notFound('an endpoint at /_local');
  if (operatorToken === undefined) throw forbidden('this changes the service or tells its secrets: start it with --test-controls, or with --operator-token and send that');
  throw new Problem(401, [{ detail: 'these endpoints take the operator token: send it as Authorization: Bearer <token>' }], { 'www-authenticate': 'Bearer' });
};
