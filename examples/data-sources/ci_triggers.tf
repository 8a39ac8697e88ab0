data "slipway_ci_triggers" "build" {
  project_id             = "33333333-3333-4333-8333-333333333333"
  pipeline_definition_id = "44444444-4444-4444-8444-444444444444"
}

output "triggers" {
  value = data.slipway_ci_triggers.build.triggers[*].event_preset
}
