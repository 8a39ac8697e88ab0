resource "slipway_ci_policy_settings" "acme" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  enabled         = true
}
