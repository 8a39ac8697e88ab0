data "slipway_ci_policy_decisions" "failed" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  context         = "config"
  status          = "HARD_FAIL"
}

output "decisions" {
  value = data.slipway_ci_policy_decisions.failed.decisions[*].reason
}
