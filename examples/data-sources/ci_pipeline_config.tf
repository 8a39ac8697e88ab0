data "slipway_ci_pipeline_config" "it" {
  pipeline_id = "33333333-3333-4333-8333-333333333333"
}

output "compiled" {
  value = data.slipway_ci_pipeline_config.it.compiled
}
