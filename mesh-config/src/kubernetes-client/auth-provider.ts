import { execFile } from 'node:child_process';
import type { ClusterUser } from './kubeconfig.ts';

type Settings = Readonly<Record<string, string>>;
/** A token and its expiry (milliseconds); undefined: the expiry is not known. */
interface ProviderToken {
  readonly token: string;
  readonly until?: number;
}

/** Milliseconds that a command or an identity provider may take. */
const timeout = 30_000;

/** The value at a path such as `{.credential.access_token}`. */
const readAtPath = (document: unknown, path = ''): unknown =>
  path
    .replace(/^\{\.?|\}$/g, '')
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, member) => (value as Record<string, unknown> | null | undefined)?.[member], document);

const parseTime = (text: unknown): number | undefined => {
  const time = Date.parse(String(text));
  return Number.isNaN(time) ? undefined : time;
};

/** `gcp` and `azure`: a token that a command of the cloud prints in a document. */
const runTokenCommand = (settings: Settings): Promise<ProviderToken> =>
  new Promise((done, fail) => {
    const words = (settings['cmd-args'] ?? '').split(/\s+/).filter(Boolean);
    execFile(settings['cmd-path'] ?? '', words, { timeout, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 }, (error, text) => {
      if (error) return fail(error);
      try {
        const document: unknown = JSON.parse(text);
        const token = readAtPath(document, settings['token-key']);
        const until = parseTime(readAtPath(document, settings['expiry-key']));
        return typeof token === 'string' ? done({ token, ...(until === undefined ? {} : { until }) }) : fail(new Error('no token'));
      } catch (reason) {
        return fail(reason as Error);
      }
    });
  });

const firstCloudToken = (settings: Settings): ProviderToken | undefined => {
  const { 'access-token': token, expiry, 'expires-on': seconds } = settings;
  const until = expiry ? parseTime(expiry) : seconds ? Number(seconds) * 1000 : undefined;
  return token ? { token, ...(until === undefined ? {} : { until }) } : undefined;
};

/** The expiry of a JSON Web Token, in milliseconds; one that cannot be read is over. */
const jwtExpiry = (token: string): number => {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { readonly exp?: number };
    return (exp ?? 0) * 1000;
  } catch {
    return 0;
  }
};

const askJson = async (url: string, options: RequestInit = {}): Promise<Readonly<Record<string, unknown>>> => {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
};

/** `oidc`: a new ID token for a refresh token, by OpenID Connect discovery. Answers the next refresh token as well. */
const refreshIdToken = async (settings: Settings, refreshToken: string): Promise<ProviderToken & { readonly refreshToken: string }> => {
  const issuer = settings['idp-issuer-url']!.replace(/\/$/, '');
  const { token_endpoint: endpoint } = await askJson(`${issuer}/.well-known/openid-configuration`);
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: settings['client-id']!,
    ...(settings['client-secret'] ? { client_secret: settings['client-secret'] } : {}),
  });
  const { id_token: token, refresh_token: next = refreshToken } = await askJson(String(endpoint), { method: 'POST', body });
  if (typeof token !== 'string') throw new Error('no ID token');
  return { token, until: jwtExpiry(token), refreshToken: String(next) };
};

const createOidcProvider = (settings: Settings): (() => Promise<string | undefined>) => {
  let { 'id-token': token, 'refresh-token': refreshToken } = settings;
  return async () => {
    if (!token || jwtExpiry(token) > Date.now()) return token;
    if (!refreshToken || !settings['client-id'] || !settings['idp-issuer-url']) return undefined;
    ({ token, refreshToken } = await refreshIdToken(settings, refreshToken));
    return token;
  };
};

const createCloudProvider = (settings: Settings): (() => Promise<string | undefined>) => {
  let current = firstCloudToken(settings);
  return async () => {
    if (!current || (current.until !== undefined && current.until <= Date.now())) current = await runTokenCommand(settings);
    return current.token;
  };
};

/** The tokens of `users[].user.auth-provider`: gcp, azure or oidc. Undefined for others, which give none. */
export const createAuthProvider = ({ authProvider }: ClusterUser): (() => Promise<string | undefined>) | undefined => {
  const settings = authProvider?.config ?? {};
  if (authProvider?.name === 'oidc') return createOidcProvider(settings);
  return authProvider?.name === 'gcp' || authProvider?.name === 'azure' ? createCloudProvider(settings) : undefined;
};
