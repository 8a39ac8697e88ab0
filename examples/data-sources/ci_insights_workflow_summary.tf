data "slipway_ci_insights_workflow_summary" "build" {
  project_slug  = "gh/acme/web"
  workflow_name = "build"
  branch        = "main"
}

output "metrics" {
  value = data.slipway_ci_insights_workflow_summary.build.metrics.throughput
}
