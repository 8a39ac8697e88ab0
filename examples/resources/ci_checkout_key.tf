resource "slipway_ci_project" "web" {
  name = "web"
}

resource "slipway_ci_checkout_key" "web" {
  project_slug = slipway_ci_project.web.slug
  type         = "deploy-key"
}
