data "slipway_ci_project_variable" "level" {
  project_slug = "gh/acme/web"
  name         = "LOG_LEVEL"
}

output "masked_value" {
  value = data.slipway_ci_project_variable.level.masked_value
}
