data "slipway_ci_project_pipelines" "main" {
  project_slug = "gh/acme/web"
  branch       = "main"
}

output "pipelines" {
  value = data.slipway_ci_project_pipelines.main.pipelines[*].number
}
