data "slipway_ci_project_settings" "web" {
  project_slug = "gh/acme/web"
}

output "autocancel_builds" {
  value = data.slipway_ci_project_settings.web.autocancel_builds
}
