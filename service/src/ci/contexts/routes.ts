import type { Route } from '../../http/route.ts';
import { routes as contextRestrictions } from './context-restrictions.ts';
import { routes as contextVariables } from './context-variables.ts';
import { routes as contexts } from './contexts.ts';

/** The endpoints of contexts, their variables and restrictions. */
export const routes: readonly Route[] = [contexts, contextVariables, contextRestrictions].flat();
