data "slipway_ci_insights_job_time_series" "build" {
  project_slug  = "gh/acme/web"
  workflow_name = "build"
  granularity   = "daily"
}

output "data_points" {
  value = data.slipway_ci_insights_job_time_series.build.data_points[*].timestamp
}
