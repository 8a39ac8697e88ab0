import type { Construct } from 'constructs';
import { CiContext as Generated, type CiContextConfig } from './generated/ci-context.ts';
import { DataSlipwayCiContext } from './generated/data-slipway-ci-context.ts';
import { withCiContextMethods } from './ci-context-methods.ts';
import type { LookUpOptions } from './existing.ts';

export type { CiAllowed } from './ci-context-methods.ts';
export type { CiContextConfig };

/** A context that exists already: nothing of it is managed but what is declared here. */
export class ExistingCiContext extends withCiContextMethods(DataSlipwayCiContext) {}

/** A context: variables that projects share, and who may use them. */
export class CiContext extends withCiContextMethods(Generated) {
  /** One that exists, looked up at plan by its name in an organization: its slug, as `gh/acme`, or its ID. */
  public static fromName(
    scope: Construct,
    id: string,
    name: string,
    options: LookUpOptions & { readonly organization: string },
  ): ExistingCiContext {
    return new ExistingCiContext(scope, id, { ...options, name });
  }

  /** One that exists, looked up by its ID at plan. */
  public static fromId(scope: Construct, id: string, contextId: string, options: Pick<LookUpOptions, 'provider'> = {}): ExistingCiContext {
    return new ExistingCiContext(scope, id, { ...options, id: contextId });
  }
}
