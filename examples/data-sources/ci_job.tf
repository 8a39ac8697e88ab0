data "slipway_ci_job" "test" {
  project_slug = "gh/acme/web"
  number       = 12
}

output "status" {
  value = data.slipway_ci_job.test.status
}
