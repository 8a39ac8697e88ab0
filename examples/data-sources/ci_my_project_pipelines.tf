data "slipway_ci_my_project_pipelines" "mine" {
  project_slug = "gh/acme/web"
}

output "pipelines" {
  value = data.slipway_ci_my_project_pipelines.mine.pipelines[*].number
}
