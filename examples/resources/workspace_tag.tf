resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace_tag" "foundation" {
  workspace_id = slipway_workspace.network.id
  name         = "foundation"
}
