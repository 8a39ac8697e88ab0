data "slipway_ci_project_variables" "web" {
  project_slug = "gh/acme/web"
}

output "variables" {
  value = data.slipway_ci_project_variables.web.variables[*].name
}
