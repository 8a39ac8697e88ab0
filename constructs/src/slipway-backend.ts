import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';

export interface SlipwayBackendConfig {
  /** The name of the workspace that keeps the state. It must exist: `slipway workspace create`. */
  readonly workspace: string;
  /** Default: that of `slipway deploy`, else `SLIPWAY_WORKSPACES_ORGANIZATION`. */
  readonly organization?: string;
  /** `https://host`. Default: that of `slipway deploy`, else `SLIPWAY_WORKSPACES_ADDRESS`. */
  readonly address?: string;
}

/** The service that `slipway deploy` passes to the app, as the context value `slipway`. */
interface DeployContext {
  readonly address?: string;
  readonly organization?: string;
}

/**
 * Keeps the state of a stack in a workspace of the service: locked by the workspace's own lock, each write a state version. `slipway
 * deploy` passes the token to the engine; for another program, set `TF_HTTP_USERNAME` to any name and `TF_HTTP_PASSWORD` to the token.
 */
export class SlipwayBackend extends cdktf.HttpBackend {
  public constructor(scope: Construct, { workspace, ...config }: SlipwayBackendConfig) {
    const context = (scope.node.tryGetContext('slipway') ?? {}) as DeployContext;
    const address = config.address ?? context.address ?? process.env['SLIPWAY_WORKSPACES_ADDRESS'];
    const organization = config.organization ?? context.organization ?? process.env['SLIPWAY_WORKSPACES_ORGANIZATION'];
    const origin = (address ?? '').replace(/(\/api\/v2)?\/*$/, '');
    const owner = `${origin}/api/v2/organizations/${encodeURIComponent(organization ?? '')}`;
    const state = `${owner}/workspaces/${encodeURIComponent(workspace)}/state`;
    super(scope, { address: state, lockAddress: state, unlockAddress: state });
    this.node.addValidation({
      validate: () => [
        ...(address ? [] : ['`address` is missing: give it, run `slipway login`, or set SLIPWAY_WORKSPACES_ADDRESS.']),
        ...(organization ? [] : ['`organization` is missing: give it, run `slipway login`, or set SLIPWAY_WORKSPACES_ORGANIZATION.']),
      ],
    });
  }
}
