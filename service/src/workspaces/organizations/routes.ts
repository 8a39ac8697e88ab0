import type { Route } from '../../http/route.ts';
import { routes as entitlementSet } from './entitlement-set.ts';
import { routes as organizations } from './organizations.ts';

/** The endpoints of organizations and what they are entitled to. */
export const routes: readonly Route[] = [organizations, entitlementSet].flat();
