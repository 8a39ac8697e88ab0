import { CiPolicyBundle } from '@slipway/constructs';
import type { Construct } from 'constructs';

const images = `package org

policy_name["images"]

enable_rule["pinned_images"]

pinned_images[reason] {
  image := input.jobs[_].docker[_].image
  endswith(image, ":latest")
  reason := sprintf("%s is not pinned", [image])
}
`;

export const policies = (scope: Construct) =>
  new CiPolicyBundle(scope, 'acme', { organizationId: '00000000-0000-4000-8000-0000000000ac', policies: { 'images.rego': images } });
