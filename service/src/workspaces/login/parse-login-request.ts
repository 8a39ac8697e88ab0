import { badRequest } from '../../http/problem.ts';
import { clientId, loginPorts } from './paths.ts';

/** An authorization request (RFC 6749, 4.1.1, with RFC 7636). */
export interface LoginRequest {
  readonly redirect: string;
  readonly state: string;
  readonly challenge: string;
}

/** Whether the redirect is to loopback, on a port that discovery names. */
const isLoopbackRedirect = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  const [first, last] = loginPorts;
  return (
    protocol === 'http:' &&
    ['localhost', '127.0.0.1', '[::1]'].includes(hostname) &&
    Number(port) >= first &&
    Number(port) <= last &&
    username + password + hash === ''
  );
};

/** Throws 400 unless it is of the command-line client, redirects to this machine, and has a code challenge. */
export const parseLoginRequest = (form: URLSearchParams): LoginRequest => {
  const parameter = (name: string): string => form.get(name) ?? '';
  const need = (isValid: boolean, name: string, expected: string): void => {
    if (!isValid) throw badRequest(`expected ${expected}`, name);
  };
  need(parameter('client_id') === clientId, 'client_id', clientId);
  need(parameter('response_type') === 'code', 'response_type', 'code');
  need(parameter('code_challenge_method') === 'S256', 'code_challenge_method', 'S256');
  need(/^[A-Za-z0-9_-]{43}$/.test(parameter('code_challenge')), 'code_challenge', 'the SHA-256 of a verifier in base64url');
  need(
    isLoopbackRedirect(parameter('redirect_uri')),
    'redirect_uri',
    `an http address of this machine with a port from ${loginPorts[0]} to ${loginPorts[1]}, such as http://localhost:10000/login`,
  );
  need([...parameter('state')].length <= 512, 'state', 'at most 512 characters');
  return { redirect: parameter('redirect_uri'), state: parameter('state'), challenge: parameter('code_challenge') };
};

export const parseForm = (body: unknown): URLSearchParams =>
  new URLSearchParams(body instanceof Uint8Array ? new TextDecoder().decode(body) : '');
