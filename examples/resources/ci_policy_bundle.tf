resource "slipway_ci_policy_bundle" "acme" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"

  # All of them: a policy that is not here is deleted. The plan shows what changes.
  policies = {
    "images.rego" = <<-REGO
      package org

      policy_name["images"]

      enable_rule["pinned_images"]

      pinned_images[reason] {
        image := input.jobs[_].docker[_].image
        endswith(image, ":latest")
        reason := sprintf("%s is not pinned", [image])
      }
    REGO
  }
}
