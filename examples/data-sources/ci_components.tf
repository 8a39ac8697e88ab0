data "slipway_ci_components" "web" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  project_id      = "33333333-3333-4333-8333-333333333333"
}

output "components" {
  value = data.slipway_ci_components.web.components[*].name
}
