import type { HttpRequest } from './http-handler.ts';

/** Makes a browser prompt for the password. */
export const basicAuthChallenge = 'Basic realm="the password is an API token, the name is any", charset="UTF-8"';

/** What a browser sends then: the password of HTTP's Basic scheme. */
export const readBasicPassword = (request: HttpRequest): string | undefined => {
  const encoded = /^basic ([a-z0-9+/=]+)$/i.exec(request.header('authorization') ?? '')?.[1];
  return encoded === undefined ? undefined : /:(.+)/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
};
