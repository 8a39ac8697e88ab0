data "slipway_ci_component" "web" {
  id = "33333333-3333-4333-8333-333333333333"
}

output "release_count" {
  value = data.slipway_ci_component.web.release_count
}
