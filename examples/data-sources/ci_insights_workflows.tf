data "slipway_ci_insights_workflows" "web" {
  project_slug = "gh/acme/web"
  all_branches = true
}

output "workflows" {
  value = data.slipway_ci_insights_workflows.web.workflows[*].name
}
