data "slipway_ci_context" "deploy" {
  name = "deploy"
}

output "id" {
  value = data.slipway_ci_context.deploy.id
}
