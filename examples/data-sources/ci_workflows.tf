data "slipway_ci_workflows" "it" {
  pipeline_id = "33333333-3333-4333-8333-333333333333"
}

output "workflows" {
  value = data.slipway_ci_workflows.it.workflows[*].status
}
