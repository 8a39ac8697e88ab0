data "slipway_ci_environments" "acme" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
}

output "environments" {
  value = data.slipway_ci_environments.acme.environments[*].name
}
