resource "slipway_ci_project" "web" {
  name = "web"
}
