resource "slipway_ci_usage_export" "january" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  start           = "2026-01-01T00:00:00Z"
  end             = "2026-01-31T00:00:00Z"
}
