import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { SlipwayProvider, type SlipwayProviderConfig } from './generated/provider.ts';
import { literalValue } from './literal.ts';

/**
 * The provider. `new Slipway(this)` is all a stack needs: where the services are, and the tokens, come from the
 * environment (`SLIPWAY_WORKSPACES_ADDRESS`, `SLIPWAY_WORKSPACES_TOKEN`, …). A token that is written in the code is warned about.
 */
export class Slipway extends SlipwayProvider {
  public constructor(scope: Construct, id = 'slipway', config: SlipwayProviderConfig = {}) {
    super(scope, id, config);
    for (const section of ['workspaces', 'ci'] as const) {
      if (literalValue(config[section]?.token) !== undefined)
        cdktf.Annotations.of(this).addWarning(
          `The token of \`${section}\` is written in the code, and so in cdk.tf.json. Leave it out and set ` +
            `SLIPWAY_${section.toUpperCase()}_TOKEN, or pass a sensitive TerraformVariable.`,
        );
    }
  }
}
