data "slipway_ci_pipelines" "mine" {
  organization_slug = "gh/acme"
  mine              = true
}

output "pipelines" {
  value = data.slipway_ci_pipelines.mine.pipelines[*].state
}
