data "slipway_ci_insights_project_summary" "web" {
  project_slug     = "gh/acme/web"
  reporting_window = "last-30-days"
  branches         = ["main"]
}

output "project_data" {
  value = data.slipway_ci_insights_project_summary.web.project_data.metrics.success_rate
}
