data "slipway_ci_workflow" "build" {
  id = "33333333-3333-4333-8333-333333333333"
}

output "status" {
  value = data.slipway_ci_workflow.build.status
}
