data "slipway_ci_insights_workflow_runs" "build" {
  project_slug  = "gh/acme/web"
  workflow_name = "build"
  start_date    = "2026-01-01T00:00:00Z"
}

output "runs" {
  value = data.slipway_ci_insights_workflow_runs.build.runs[*].status
}
