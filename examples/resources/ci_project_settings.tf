resource "slipway_ci_project" "web" {
  name = "web"
}

# Settings that are not written here are left as they are.
resource "slipway_ci_project_settings" "web" {
  project_slug             = slipway_ci_project.web.slug
  autocancel_builds        = true
  pr_only_branch_overrides = ["main"]
}
