import type { Route } from '../../http/route.ts';
import { routes as tokenPolicies } from './token-policies.ts';
import { routes as tokens } from './tokens.ts';

/** The endpoints of tokens, and the policies of an organization for them. */
export const routes: readonly Route[] = [tokens, tokenPolicies].flat();
