data "slipway_ci_policy_bundle" "acme" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  context         = "config"
}

output "policies" {
  value = data.slipway_ci_policy_bundle.acme.policies[*].name
}
