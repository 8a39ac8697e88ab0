data "slipway_ci_pipeline_definition" "build" {
  project_id = "33333333-3333-4333-8333-333333333333"
  id         = "44444444-4444-4444-8444-444444444444"
}

output "config_source_file_path" {
  value = data.slipway_ci_pipeline_definition.build.config_source_file_path
}
