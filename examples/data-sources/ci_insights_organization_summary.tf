data "slipway_ci_insights_organization_summary" "acme" {
  organization = "gh/acme"
}

output "org_data" {
  value = data.slipway_ci_insights_organization_summary.acme.org_data.metrics.total_runs
}
