data "slipway_ci_policy_decision" "one" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  context         = "config"
  decision_id     = "33333333-3333-4333-8333-333333333333"
}

output "hard_failures" {
  value = data.slipway_ci_policy_decision.one.hard_failures
}
