data "slipway_ci_workflow_jobs" "build" {
  workflow_id = "33333333-3333-4333-8333-333333333333"
}

output "jobs" {
  value = data.slipway_ci_workflow_jobs.build.jobs[*].name
}
