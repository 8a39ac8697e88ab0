import type { Route } from '../../http/route.ts';
import { routes as organizations } from './organizations.ts';
import { routes as users } from './users.ts';

/** The endpoints of the caller and organizations. */
export const routes: readonly Route[] = [users, organizations].flat();
