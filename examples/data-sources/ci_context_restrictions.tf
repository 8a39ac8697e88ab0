data "slipway_ci_context_restrictions" "deploy" {
  context_id = "33333333-3333-4333-8333-333333333333"
}

output "restrictions" {
  value = data.slipway_ci_context_restrictions.deploy.restrictions[*].restriction_value
}
