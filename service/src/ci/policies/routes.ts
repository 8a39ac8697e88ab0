import type { Route } from '../../http/route.ts';
import { routes as decisionSettings } from './decision-settings.ts';
import { routes as decisions } from './decisions.ts';
import { routes as policyBundle } from './policy-bundle.ts';

/** The endpoints of policies, the decisions by them and their settings. */
export const routes: readonly Route[] = [policyBundle, decisions, decisionSettings].flat();
