data "slipway_ci_context_variables" "deploy" {
  context_id = "33333333-3333-4333-8333-333333333333"
}

output "variables" {
  value = data.slipway_ci_context_variables.deploy.variables[*].name
}
