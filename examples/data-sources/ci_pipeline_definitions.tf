data "slipway_ci_pipeline_definitions" "web" {
  project_id = "33333333-3333-4333-8333-333333333333"
}

output "definitions" {
  value = data.slipway_ci_pipeline_definitions.web.definitions[*].name
}
