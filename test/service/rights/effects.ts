import { organizationEffects } from './organization-effects.ts';
import { projectEffects } from './project-effects.ts';
import { runEffects } from './run-effects.ts';
import { teamEffects } from './team-effects.ts';
import type { Place } from './world.ts';
import { workspaceEffects } from './workspace-effects.ts';
import type { TestResponse } from '../../../service/test/support.ts';

/** The request that has the effect, after whatever an owner prepares for it; a boolean where the effect is what an answer holds. */
export type Effect = (place: Place) => Promise<TestResponse | boolean>;
export type Effects = { readonly [effect: string]: Effect };

export const effects: Effects = { ...workspaceEffects, ...runEffects, ...projectEffects, ...organizationEffects, ...teamEffects };
