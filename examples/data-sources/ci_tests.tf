data "slipway_ci_tests" "test" {
  project_slug = "gh/acme/web"
  job_number   = 12
}

output "tests" {
  value = data.slipway_ci_tests.test.tests[*].result
}
