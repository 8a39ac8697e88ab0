data "slipway_ci_insights_workflow_jobs" "build" {
  project_slug  = "gh/acme/web"
  workflow_name = "build"
  job_name      = "test"
}

output "jobs" {
  value = data.slipway_ci_insights_workflow_jobs.build.jobs[*].metrics.success_rate
}
