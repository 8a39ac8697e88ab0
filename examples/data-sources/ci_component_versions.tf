data "slipway_ci_component_versions" "web" {
  component_id = "33333333-3333-4333-8333-333333333333"
}

output "versions" {
  value = data.slipway_ci_component_versions.web.versions[*].name
}
