data "slipway_ci_environment" "production" {
  id = "33333333-3333-4333-8333-333333333333"
}

output "labels" {
  value = data.slipway_ci_environment.production.labels
}
