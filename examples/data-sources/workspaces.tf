data "slipway_workspaces" "production" {
  tags              = { env = "prod" }
  exclude_tag_names = ["legacy"]
  sort              = "-latest-change-at"
}

output "production_names" {
  value = [for workspace in data.slipway_workspaces.production.workspaces : workspace.name]
}
