data "slipway_ci_insights_organization_summary" "acme" {
  organization = "gh/acme"
}

output "organization_data" {
  value = data.slipway_ci_insights_organization_summary.acme.organization_data.metrics.total_runs
}
