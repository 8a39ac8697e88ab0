data "slipway_ci_insights_branches" "web" {
  project_slug = "gh/acme/web"
}

output "branches" {
  value = data.slipway_ci_insights_branches.web.branches
}
