data "slipway_ci_trigger" "pushes" {
  project_id = "33333333-3333-4333-8333-333333333333"
  id         = "55555555-5555-4555-8555-555555555555"
}

output "event_preset" {
  value = data.slipway_ci_trigger.pushes.event_preset
}
