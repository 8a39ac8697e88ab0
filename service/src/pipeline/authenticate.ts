import { basicAuthChallenge, readBasicPassword } from '../http/basic-auth.ts';
import type { KnownCaller } from '../access/callers.ts';
import { withinNetworks } from '../access/within-networks.ts';
import { notFound, Problem } from '../http/problem.ts';
import { resolveClientAddress } from '../http/request-origin.ts';
import type { Route } from '../http/route.ts';
import type { RequestPipeline, RequestState } from './request-state.ts';

const createUnauthorizedProblem = ({ definition }: RequestPipeline, { token }: RequestState, { browser }: Route): Problem =>
  new Problem(
    401,
    [{ detail: token === undefined ? `no token was sent; send it as ${definition.tokenHint}` : 'the token is not valid here' }],
    browser ? { 'www-authenticate': basicAuthChallenge } : {},
  );

/** The caller of a token, without the organizations that cannot be reached from where the request comes from. */
const findCallerHere = async ({ callers, settings }: RequestPipeline, { request }: RequestState, token: string) => {
  const known: KnownCaller | undefined = await callers.find(token);
  const caller = known && withinNetworks(known.caller, () => resolveClientAddress(request, settings()));
  return known && caller && (caller === known.caller ? known : { ...known, caller });
};

/** Looks up whose token the request carries. An anonymous route reads none. */
export const authenticate = async (pipeline: RequestPipeline, state: RequestState, route: Route): Promise<void> => {
  const { definition, dialect } = pipeline;
  if (route.anonymous) return;
  state.token = definition.readToken(state.request, dialect) ?? (route.browser ? readBasicPassword(state.request) : undefined);
  if (state.token !== undefined) state.caller = await findCallerHere(pipeline, state, state.token);
};

/** Throws 401 unless the route is anonymous or its caller is known, 404 for a token whose purpose is another. */
export const requireCaller = (pipeline: RequestPipeline, state: RequestState, route: Route): void => {
  if (route.anonymous) return;
  if (!state.caller) throw createUnauthorizedProblem(pipeline, state, route);
  const { purpose } = state.caller.caller;
  if (purpose !== undefined && !route.purposes?.includes(purpose)) throw notFound();
};

/** Looks up the caller again after its rights changed; throws 401 if its token no longer exists. */
export const refreshCaller = async (pipeline: RequestPipeline, state: RequestState, route: Route): Promise<void> => {
  pipeline.callers.clear();
  const caller = await findCallerHere(pipeline, state, state.token!);
  if (!caller) throw createUnauthorizedProblem(pipeline, state, route);
  state.caller = caller;
};
