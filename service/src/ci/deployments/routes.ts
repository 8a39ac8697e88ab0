import type { Route } from '../../http/route.ts';
import { routes as deployments } from './deployments.ts';
import { routes as record } from './record-deployment.ts';
import { routes as rollback } from './rollback.ts';

/** The endpoints of deployments, their records and rollbacks. */
export const routes: readonly Route[] = [deployments, record, rollback].flat();
