import type { Surroundings } from '../apply/job.ts';
import type { Resource, Values } from '../declare/index.ts';
import type { Diagnostic } from '../protocol/server.ts';
import { noCodeWorkspace } from './foresight/no-code-workspace.ts';

/** Looks at the service at plan, where a rule of the resource stands there and not in its declaration; the service would say it only when the apply is under way. */
export type Foresight = (resource: Resource, prior: Values | null, planned: Values, around: () => Surroundings) => Promise<readonly Diagnostic[]>;

/** By resource; all others are planned without a request. */
const byHand: { readonly [resource: string]: Foresight } = {
  no_code_workspace: noCodeWorkspace,
};

export const foresee: Foresight = async (resource, ...rest) => await byHand[resource.name]?.(resource, ...rest) ?? [];
