import type { Route } from '../../http/route.ts';
import { routes as auditConfiguration } from './audit-configuration.ts';
import { routes as auditTrail } from './audit-trail.ts';

/** The endpoints of the audit trail and its settings. */
export const routes: readonly Route[] = [auditConfiguration, auditTrail].flat();
