data "slipway_ci_insights_flaky_tests" "web" {
  project_slug = "gh/acme/web"
}

output "flaky_tests" {
  value = data.slipway_ci_insights_flaky_tests.web.flaky_tests[*].test_name
}
