resource "slipway_organization_settings" "acme" {
  default_execution_mode  = "remote"
  assessments_enforced    = true
  cost_estimation_enabled = false
  session_timeout         = 60
}
