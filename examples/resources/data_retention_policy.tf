resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_data_retention_policy" "a_quarter" {
  workspace_id             = slipway_workspace.network.id
  delete_older_than_n_days = 90
}
