import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import { DataSlipwayCiCollaborations } from './generated/data-slipway-ci-collaborations.ts';

const slugs = 'collaborations[*].slug';

/**
 * The ID of the organization with this slug, looked up at plan among the organizations of the token's user. For an unknown slug the error
 * lists the known ones.
 */
export const lookUpOrganizationId = (scope: Construct, slug: string, provider: cdktf.TerraformProvider | undefined): string => {
  const mine = new DataSlipwayCiCollaborations(scope, 'mine', {
    ...(provider ? { provider } : {}),
    lifecycle: {
      postcondition: [
        {
          condition: cdktf.Fn.contains(cdktf.ref(`self.${slugs}`), slug) as unknown as string,
          errorMessage:
            `There is no organization ${slug} among those of the user whose token asks: \${join(", ", ` +
            `self.${slugs})}. Write its slug as it stands there, or its id.`,
        },
      ],
    },
  });
  const all = cdktf.Fn.zipmap(
    cdktf.Token.asList(mine.interpolationForAttribute(slugs)),
    mine.interpolationForAttribute('collaborations[*].id'),
  );
  return cdktf.Token.asString(cdktf.Fn.lookup(all, slug, undefined));
};
