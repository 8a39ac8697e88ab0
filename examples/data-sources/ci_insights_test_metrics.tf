data "slipway_ci_insights_test_metrics" "build" {
  project_slug  = "gh/acme/web"
  workflow_name = "build"
}

output "slowest_tests" {
  value = data.slipway_ci_insights_test_metrics.build.slowest_tests[*].test_name
}
