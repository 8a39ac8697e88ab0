data "slipway_ci_usage_export" "january" {
  organization_id = "00000000-0000-4000-8000-0000000000ac"
  id              = "66666666-6666-4666-8666-666666666666"
}

output "state" {
  value = data.slipway_ci_usage_export.january.state
}
