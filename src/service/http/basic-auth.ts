import type { HttpRequest } from './http-handler.ts';

/** Has a browser ask its person. */
export const basicAuthChallenge = 'Basic realm="the password is an API token, the name is any", charset="UTF-8"';

/** What a browser sends then: the password of HTTP's Basic scheme. */
export const readBasicPassword = (incoming: HttpRequest): string | undefined => {
  const sent = /^basic ([a-z0-9+/=]+)$/i.exec(incoming.header('authorization') ?? '')?.[1];
  return sent === undefined ? undefined : /:(.+)/s.exec(Buffer.from(sent, 'base64').toString('utf8'))?.[1];
};
