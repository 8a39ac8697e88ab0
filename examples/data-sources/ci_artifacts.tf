data "slipway_ci_artifacts" "test" {
  project_slug = "gh/acme/web"
  job_number   = 12
}

output "artifacts" {
  value = data.slipway_ci_artifacts.test.artifacts[*].url
}
