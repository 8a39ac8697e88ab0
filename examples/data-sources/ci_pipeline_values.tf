data "slipway_ci_pipeline_values" "it" {
  pipeline_id = "33333333-3333-4333-8333-333333333333"
}

output "values" {
  value = data.slipway_ci_pipeline_values.it.values
}
