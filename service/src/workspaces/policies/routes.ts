import type { Route } from '../../http/route.ts';
import { routes as policyTagSelectors } from './tag-selectors.ts';
import { routes as policySetVersions } from './versions/policy-set-versions.ts';

/** The endpoints of the content of policy sets and their tag selectors; policies and policy sets are declared. */
export const routes: readonly Route[] = [policySetVersions, policyTagSelectors].flat();
