import type { HttpRequest } from './http-handler.ts';

/** Makes a browser prompt for the password. */
export const basicAuthChallenge = 'Basic realm="the password is an API token, the name is any", charset="UTF-8"';

/** The password of HTTP Basic authentication, in which browsers and state backends send the token; undefined without one. */
export const readBasicPassword = (request: HttpRequest): string | undefined => {
  const encoded = /^basic ([a-z0-9+/=]+)$/i.exec(request.header('authorization') ?? '')?.[1];
  return encoded === undefined ? undefined : /:(.+)/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
};
