data "slipway_ci_pipeline" "seventh" {
  project_slug = "gh/acme/web"
  number       = 7
}

output "state" {
  value = data.slipway_ci_pipeline.seventh.state
}
