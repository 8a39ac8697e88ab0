import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../access/is-same-secret.ts';
import { badRequest, forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { LoginRequest } from './parse-login-request.ts';

/** The field of the form that proves where it comes from. */
export const consentField = 'consent';
/** How long the consent form is valid, in milliseconds. */
const consentLifetime = 10 * 60_000;

/**
 * Signs a login request with the credentials that the browser sends automatically. Another site can submit the form with them, but cannot
 * read them, so it cannot sign.
 */
const sign = (ctx: RequestContext, { redirect, state, challenge }: LoginRequest, until: number): string =>
  createHmac('sha256', ctx.header('authorization') ?? '')
    .update(JSON.stringify(['login consent', ctx.caller.id, redirect, state, challenge, until]))
    .digest('base64url');

export const createConsent = (ctx: RequestContext, request: LoginRequest): string => {
  const until = ctx.clock.now().getTime() + consentLifetime;
  return `${until}.${sign(ctx, request, until)}`;
};

/** A page of this service has the address that the browser asked, or, behind a proxy, the public one. */
const isOwnOrigin = (ctx: RequestContext, origin: string): boolean =>
  URL.canParse(origin) &&
  [ctx.header('host'), URL.canParse(ctx.origin) ? new URL(ctx.origin).host : undefined].includes(new URL(origin).host);

/** Throws 403 for a form of another page, which the headers of browsers name. */
export const rejectOtherPages = (ctx: RequestContext): void => {
  const [origin, site] = [ctx.header('origin'), ctx.header('sec-fetch-site')];
  if ((origin !== undefined && !isOwnOrigin(ctx, origin)) || (site !== undefined && site !== 'same-origin'))
    throw forbidden('this form was sent by a page of another site; open the address that the program prints, and answer there');
};

/** Throws 400 unless the form is the one that this person was shown for this request, less than ten minutes ago. */
export const requireConsent = (ctx: RequestContext, request: LoginRequest, consent: string): void => {
  const until = Number(/^(\d{1,16})\./.exec(consent)?.[1]);
  if (!isSameSecret(consent, `${until}.${sign(ctx, request, until)}`) || ctx.clock.now().getTime() >= until)
    throw badRequest('expected the value of the form, which is valid for ten minutes; start the login again', consentField);
};
