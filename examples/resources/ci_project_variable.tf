resource "slipway_ci_project" "web" {
  name = "web"
}

resource "slipway_ci_project_variable" "level" {
  project_slug = slipway_ci_project.web.slug
  name         = "LOG_LEVEL"
  value        = "debug"
}
